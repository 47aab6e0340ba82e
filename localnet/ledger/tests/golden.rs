//! Replays ledgers that stellar-core recorded and compares result, fee and meta of every transaction.
//!
//! The streams are in the folder that `LOCALNET_GOLDEN` names, one sub-folder per suite. Without it the test says so and
//! passes. `LOCALNET_GOLDEN_VERBOSE=1` lists every stream that isn't green.

#[path = "golden/compare.rs"]
mod compare;
#[path = "golden/replay.rs"]
mod replay;
#[path = "golden/settings.rs"]
mod settings;
#[path = "golden/stream.rs"]
mod stream;

use compare::Difference;
use localnet_ledger::xdr::LedgerCloseMetaV2;
use replay::{replay_stream, Outcome};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Streams that were green when this was written. If there are fewer, a rule of the network is broken.
const GREEN_AT_LEAST: usize = 236;

/// The host wants more stack than a test thread has.
const STACK: usize = 64 << 20;

struct Stream {
    suite: String,
    name: String,
    ledgers: Result<Vec<LedgerCloseMetaV2>, &'static str>,
}

#[test]
fn recorded_ledgers_replay() {
    let Some(folder) = std::env::var_os("LOCALNET_GOLDEN") else {
        println!("skipped: LOCALNET_GOLDEN names no folder with recorded ledgers");
        return;
    };
    let run = move || run(Path::new(&folder));
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    let green = thread
        .expect("a thread starts")
        .join()
        .expect("the replay ends");
    assert!(
        green >= GREEN_AT_LEAST,
        "{green} green streams, there were {GREEN_AT_LEAST}"
    );
}

fn run(folder: &Path) -> usize {
    let streams = load(folder);
    assert!(!streams.is_empty(), "LOCALNET_GOLDEN holds no streams");
    let initial = settings::initial(streams.iter().flat_map(|stream| stream.ledgers.as_deref()));
    let verbose = std::env::var_os("LOCALNET_GOLDEN_VERBOSE").is_some();
    let mut table: BTreeMap<(String, &'static str), usize> = BTreeMap::new();
    let mut green = 0;
    let mut metering = Vec::new();
    for stream in &streams {
        let outcome = match &stream.ledgers {
            Ok(ledgers) => replay_stream(ledgers, &initial, &mut metering),
            Err(reason) => Outcome::NotReplayable(reason),
        };
        let column = match &outcome {
            Outcome::Green => {
                green += 1;
                "green"
            }
            Outcome::Differs(Difference::Result, _) => "differs: result",
            Outcome::Differs(Difference::Fee, _) => "differs: fee",
            Outcome::Differs(Difference::Meta, _) => "differs: meta",
            Outcome::NotReplayable(reason) => reason,
        };
        if verbose && column != "green" {
            let detail = match &outcome {
                Outcome::Differs(_, detail) => detail,
                _ => "",
            };
            println!("{}/{}: {column} {detail}", stream.suite, stream.name);
        }
        *table.entry((stream.suite.clone(), column)).or_default() += 1;
    }
    println!("\n{:<42} {:<34} streams", "suite", "outcome");
    for ((suite, column), count) in &table {
        println!("{suite:<42} {column:<34} {count}");
    }
    println!("{green} of {} streams green", streams.len());
    report_metering(&metering);
    green
}

fn report_metering(metering: &[(u64, u64)]) {
    let deviation = |(was, is): &(u64, u64)| was.abs_diff(*is) as f64 / (*was).max(1) as f64;
    let equal = metering.iter().filter(|(was, is)| was == is).count();
    let largest = metering.iter().map(deviation).fold(0.0, f64::max);
    let mean = metering.iter().map(deviation).sum::<f64>() / metering.len().max(1) as f64;
    println!(
        "instructions of {} invocations: {equal} equal, mean deviation {:.3} %, largest {:.3} %",
        metering.len(),
        mean * 100.0,
        largest * 100.0
    );
    if std::env::var_os("LOCALNET_GOLDEN_METERING").is_some() {
        for (was, is) in metering {
            println!("metering {was} {is}");
        }
    }
}

fn load(folder: &Path) -> Vec<Stream> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let suite = path.parent().and_then(Path::file_name);
            let suite = suite.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let name = scenario(&path);
            let ledgers = stream::read(&path);
            Stream {
                suite,
                name,
                ledgers,
            }
        })
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("LOCALNET_GOLDEN is a readable folder");
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "xdr") {
            files.push(path);
        }
    }
}

/// File name and, where `index.json` has it, the scenario's name.
fn scenario(path: &Path) -> String {
    let stem = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let index = path.with_file_name("index.json");
    let names: BTreeMap<String, String> = std::fs::read(index)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    names
        .get(&stem)
        .map_or(stem.clone(), |name| format!("{stem} {name}"))
}
