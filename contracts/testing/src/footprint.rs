//! Keys that a call touches. A transaction fixes them when it is simulated, and is lost if it needs another.

use std::collections::BTreeSet;

use soroban_sdk::xdr::{LedgerKey, ScAddress, ScVal};

use crate::Subject;

/// Simulates each of `calls` calls on a ledger of its own as `new` sets it up, then has all of them land on one, in every
/// order. It compares the contract's own keys, not whether a call may write them, and no trustlines: the tests on localnet
/// send transactions with the footprints of their simulation (`landInAnotherOrder` in `test/support/party.ts`).
///
/// # Panics
/// If a call needs a key that its simulation didn't touch.
pub fn land_in_every_order<S: Subject>(
    new: impl Fn() -> S,
    calls: usize,
    call: impl Fn(&S, usize),
) {
    let new_keys = |setup: &S, index| {
        let before = keys(setup);
        call(setup, index);
        &keys(setup) - &before
    };
    let simulated: Vec<_> = (0..calls).map(|index| new_keys(&new(), index)).collect();
    for order in orders(calls) {
        let setup = new();
        for index in &order {
            let needed = new_keys(&setup, *index);
            let missing: Vec<_> = needed.difference(&simulated[*index]).collect();
            assert!(missing.is_empty(), "{order:?}: call {index}: {missing:?}");
        }
    }
}

/// Keys of the contract that any call so far has read or written.
fn keys<S: Subject>(setup: &S) -> BTreeSet<ScVal> {
    let address = ScAddress::from(setup.contract());
    let entries = setup.env().host().get_stored_entries().unwrap();
    let keys = entries.into_iter().filter_map(|(key, _)| match &*key {
        LedgerKey::ContractData(data) if data.contract == address => Some(data.key.clone()),
        _ => None,
    });
    keys.collect()
}

/// All orders of the numbers below `count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else {
        return vec![vec![]];
    };
    let shorter = orders(last).into_iter();
    let longer = shorter.flat_map(|order| {
        (0..count).map(move |at| {
            let mut order = order.clone();
            order.insert(at, last);
            order
        })
    });
    longer.collect()
}
