//! Plays the files of `corpus`: what fuzzing once found worth keeping. MERIT_CASES says how many for each contract; by default all.

use std::{collections::BTreeSet, fs, path::PathBuf};

use merit_models::{cases, play};

fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn replay(contract: &str, play: fn(&[u8])) {
    let folder = corpus().join(contract);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let files: BTreeSet<_> = entries.map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for path in files.iter().take(cases(files.len())) {
        println!("{}", path.display());
        play(&fs::read(path).unwrap());
    }
}

macro_rules! corpora {
    ($($contract:ident: $model:ty, $bytes:expr;)*) => {
        $(
            #[test]
            fn $contract() {
                replay(stringify!($contract), play::<$model>);
            }
        )*

        #[test]
        fn every_folder_is_played() {
            let named = BTreeSet::from([$(stringify!($contract).to_owned()),*]);
            let folders = fs::read_dir(corpus()).unwrap();
            let found: BTreeSet<_> = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap()).collect();
            assert_eq!(found, named);
        }
    };
}

merit_models::models!(corpora);
