//! Plays the files of `corpus`: what fuzzing once found worth keeping.

use std::{fs, path::PathBuf};

fn replay(target: &str, play: fn(&[u8])) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for path in files {
        println!("{}", path.display());
        play(&fs::read(path).unwrap());
    }
}

#[test]
fn transactions() {
    replay("transactions", localnet_fuzz::transactions);
}

#[test]
fn calls() {
    replay("calls", localnet_fuzz::calls);
}

#[test]
fn horizon() {
    replay("horizon", localnet_fuzz::horizon);
}
