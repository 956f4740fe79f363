//! Where the rows are: a context above what is in it.

use std::collections::HashMap;

use super::Row;
use crate::inspect::export::timeline::TrackId;

/// A row in its place, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    /// Which.
    pub(super) row: usize,
    /// How many contexts are around it.
    pub(super) depth: usize,
    /// How many rows below it are in it.
    pub(super) inside: usize,
}

/// Orders rows so that what is in a context follows it, first made first.
pub(super) fn place(rows: &[Row]) -> Vec<Placed> {
    let by_track: HashMap<TrackId, usize> =
        rows.iter().enumerate().map(|(place, row)| (row.track, place)).collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); rows.len()];
    let mut roots = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        // A parent is told before what is in it, so there are no circles.
        match by_track.get(&row.parent).filter(|parent| **parent < place) {
            Some(&parent) => children[parent].push(place),
            None => roots.push(place),
        }
    }
    let mut placed = Vec::with_capacity(rows.len());
    let mut stack: Vec<(usize, usize)> = roots.into_iter().rev().map(|root| (root, 0)).collect();
    while let Some((row, depth)) = stack.pop() {
        placed.push(Placed { row, depth, inside: 0 });
        stack.extend(children[row].iter().rev().map(|child| (*child, depth + 1)));
    }
    for place in 0..placed.len() {
        let depth = placed[place].depth;
        let inside = placed[place + 1..].iter().take_while(|other| other.depth > depth).count();
        placed[place].inside = inside;
    }
    placed
}
