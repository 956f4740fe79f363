//! Reports and certificates.

use std::fs::File;
use std::io::{self, BufWriter, Write, stdout};
use std::path::Path;

use super::common::{Common, ReportArg};
use crate::certify::Certification;
use crate::cli::failure::Failure;
use crate::cli::print::write_json;
use crate::exit::Exit;
use crate::report::{Certificate, CertifyReport, certify_html, certify_text, junit, tap};

/// Where the report and the certificate go.
pub(super) struct Outputs<'a> {
    form: ReportArg,
    report: Option<(BufWriter<File>, &'a Path)>,
    certificate: Option<(BufWriter<File>, &'a Path)>,
}

impl<'a> Outputs<'a> {
    /// Before anything runs: a report that cannot be written makes the run worth nothing.
    pub(super) fn create(common: &'a Common) -> Result<Self, Failure> {
        Ok(Self {
            form: common.report,
            report: common.output.as_deref().map(create).transpose()?,
            certificate: common.certificate.as_deref().map(create).transpose()?,
        })
    }

    /// Writes what a run came to, and says how to exit.
    pub(super) fn write(mut self, run: &Certification) -> Result<Exit, Failure> {
        let whole = run.is_whole();
        if let Some((file, path)) = &mut self.certificate {
            write_json(file, &Certificate::new(run, whole))
                .map_err(|error| cannot_write(path, error))?;
        }
        let exit = run.conclusion().exit();
        let written = match &mut self.report {
            Some((file, path)) => {
                write(file, self.form, run, whole).map_err(|error| cannot_write(path, error))?;
                write(&mut stdout().lock(), ReportArg::Text, run, whole)
            }
            None => write(&mut BufWriter::new(stdout().lock()), self.form, run, whole),
        };
        match written {
            // Who does not read to the end may still look at the exit code.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(exit),
            Err(error) => Err(Failure::Output(error)),
            Ok(()) => Ok(exit),
        }
    }
}

fn create(path: &Path) -> Result<(BufWriter<File>, &Path), Failure> {
    let file = File::create(path).map_err(|error| cannot_write(path, error))?;
    Ok((BufWriter::new(file), path))
}

fn cannot_write(path: &Path, error: io::Error) -> Failure {
    Failure::Write { path: path.to_owned(), error }
}

fn write(out: &mut dyn Write, form: ReportArg, run: &Certification, whole: bool) -> io::Result<()> {
    match form {
        ReportArg::Text => certify_text(out, run, whole)?,
        ReportArg::Json => write_json(out, &CertifyReport::new(run, whole))?,
        ReportArg::Junit => junit(out, run)?,
        ReportArg::Tap => tap(out, run)?,
        ReportArg::Html => {
            let page = certify_html(run, whole).map_err(io::Error::other)?;
            out.write_all(page.as_bytes())?;
        }
    }
    out.flush()
}
