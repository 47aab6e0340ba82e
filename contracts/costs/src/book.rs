//! The committed figures: contract -> call -> figure.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use crate::figures::Figures;

/// Percentage by which a figure may rise. Another patch release of the compiler moves it by less.
const TOLERANCE: i64 = 5;

/// Calls are functions, some with a case after a slash, such as `pay/60 recipients`.
#[derive(Debug, Default, PartialEq)]
pub struct Book(pub BTreeMap<String, BTreeMap<String, Figures>>);

impl Book {
    /// # Panics
    /// When the file can't be read.
    pub fn committed() -> Self {
        let text = fs::read_to_string(path()).unwrap_or_else(|error| {
            panic!(
                "{}: {error}. Write it with `npm run costs`",
                path().display()
            )
        });
        Book(serde_json::from_str(&text).expect("contracts/costs.json"))
    }

    /// Replaces the committed file, sorted by name.
    pub fn commit(&self) {
        let text = serde_json::to_string_pretty(&self.0).unwrap() + "\n";
        fs::write(path(), text).unwrap();
    }

    /// One line per call that only one of the two has, and per figure that rose by more than 5 %.
    pub fn rises_over(&self, committed: &Book) -> Vec<String> {
        let (measured, known) = (self.calls(), committed.calls());
        let missing = known.keys().filter(|call| !measured.contains_key(*call));
        let mut lines: Vec<_> = missing
            .map(|(contract, call)| format!("{contract}.{call}: committed, but not measured"))
            .collect();
        for ((contract, call), figures) in &measured {
            let Some(before) = known.get(&(*contract, *call)) else {
                lines.push(format!("{contract}.{call}: measured, but not committed"));
                continue;
            };
            lines.extend(
                rises(before, figures)
                    .into_iter()
                    .map(|rise| format!("{contract}.{call}: {rise}")),
            );
        }
        lines
    }

    fn calls(&self) -> BTreeMap<(&str, &str), &Figures> {
        self.0
            .iter()
            .flat_map(|(contract, calls)| {
                calls
                    .iter()
                    .map(move |(call, figures)| ((contract.as_str(), call.as_str()), figures))
            })
            .collect()
    }
}

fn rises(before: &Figures, now: &Figures) -> Vec<String> {
    let names: BTreeSet<_> = before.keys().chain(now.keys()).collect();
    let rise = |name: &String| match (before.get(name), now.get(name)) {
        (Some(before), Some(now)) if now * 100 <= before * (100 + TOLERANCE) => None,
        (Some(before), Some(now)) => Some(format!("{name} rose from {before} to {now}")),
        _ => Some(format!("{name} is in one of the two only")),
    };
    names.into_iter().filter_map(rise).collect()
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../costs.json")
}

#[cfg(test)]
#[path = "book_test.rs"]
mod test;
