#!/bin/bash -eu
# Builds every target into $OUT, with its dictionary and its seeds, as OSS-Fuzz wants them. It is run in the folder of
# the repository.

cargo +nightly fuzz build -O --debug-assertions
built=${CARGO_TARGET_DIR:-fuzz/target}/x86_64-unknown-linux-gnu/release
for target in $(cd fuzz && cargo +nightly fuzz list); do
  cp "$built/$target" "$OUT/"
  cp fuzz/dictionary "$OUT/$target.dict"
  printf '[libfuzzer]\nmax_len = 4096\n' > "$OUT/$target.options"
  # Those that take choices and not files have none.
  if [ -d "fuzz/seeds/$target" ]; then
    (cd "fuzz/seeds/$target" && python3 -m zipfile -c "$OUT/${target}_seed_corpus.zip" ./*)
  fi
done
