//! The ledger of costs: every function of every built contract in a typical situation, against `contracts/costs.json`.
//! `npm run costs` rewrites the file.

mod admin;
mod campaign;
mod distribution;
mod escrow;
mod governance;
mod pool;
mod redemption;
mod referral;
mod state;
mod support;
mod token;
mod vesting;

use std::{collections::BTreeSet, env};

use merit_costs::Book;

/// One measurement per contract.
const ALL: [fn(&mut Book); 11] = [
    admin::measure,
    campaign::measure,
    distribution::measure,
    escrow::measure,
    governance::measure,
    pool::measure,
    redemption::measure,
    referral::measure,
    state::measure,
    token::measure,
    vesting::measure,
];

#[test]
fn no_call_costs_more_than_committed() {
    let mut book = Book::default();
    for measure in ALL {
        measure(&mut book);
    }
    let measured: BTreeSet<_> = book.0.keys().cloned().collect();
    assert_eq!(measured, merit_testing::contracts(), "contracts measured");
    if env::var_os("UPDATE_COSTS").is_some() {
        return book.commit();
    }
    let rises = book.rises_over(&Book::committed());
    assert!(
        rises.is_empty(),
        "costs differ from contracts/costs.json; if that is meant, run `npm run costs` and commit the file:\n{}",
        rises.join("\n")
    );
}
