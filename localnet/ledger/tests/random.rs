//! Random ledgers: any operations, calls and bytes, and what holds after each of them.
//!
//! No lumen is made or lost, the books of reserves agree with the entries, and the same transactions give the same ledger, on
//! a state that was persisted and read again too. PROPTEST_RNG_SEED decides which ones (`.cargo/config.toml`).

mod support;

use localnet_ledger::skip;
use proptest::{collection::vec, prelude::*};
use support::{plan::*, *};

/// Transactions of one ledger, and whether so many ledgers pass before it that entries expire.
type Ledger = (Vec<Plan>, bool);

/// More ledgers than an entry of a contract lives for without rent.
const PAUSE: u32 = 2_100_000;

fn any_amount() -> impl Strategy<Value = i64> {
    prop_oneof![
        8 => 0..1_000_i64,
        2 => 0..100_000_000_000_i64,
        1 => Just(i64::MAX),
    ]
}

prop_compose! {
    fn any_step()(source: u8, kind in 0..20_u8, other: u8, amount in any_amount()) -> Step {
        Step { source, kind, other, amount }
    }
}

prop_compose! {
    fn any_plan()(
        source: u8,
        steps in vec(any_step(), 1..5),
        sponsorship in prop::option::of((any::<u8>(), any::<u8>())),
        call in prop::option::weighted(0.3, any_step()),
        bump in prop::option::weighted(0.2, (any::<u8>(), 0..20_000_000_i64)),
    ) -> Plan {
        Plan { source, steps, sponsorship, call, bump }
    }
}

fn any_ledger() -> impl Strategy<Value = Ledger> {
    (vec(any_plan(), 1..4), prop::bool::weighted(0.1))
}

fn pause(chain: &mut Chain) {
    chain.state = skip(&chain.state, PAUSE, chain.time);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_operations_keep_lumens_and_books(ledgers in vec(any_ledger(), 10..40)) {
        on_large_stack(move || {
            let mut chain = start();
            for (plans, after_pause) in ledgers {
                if after_pause {
                    pause(&mut chain);
                }
                let txs = plans.iter().map(|plan| signed(&chain, transaction(&chain, plan), plan));
                let txs = txs.collect();
                close_and_check(&mut chain, txs);
            }
        });
    }

    /// Overwritten before it is signed, so that odd operations run; overwritten afterwards, so that odd envelopes arrive.
    #[test]
    fn random_bytes_keep_lumens_and_books(
        ledgers in vec((any_plan(), vec((any::<usize>(), any::<u8>()), 1..4), any::<bool>()), 10..40),
    ) {
        on_large_stack(move || {
            let mut chain = start();
            for (plan, changes, before) in ledgers {
                let tx = transaction(&chain, &plan);
                let envelope = if before {
                    mutated(&tx, &changes).map(|tx| signed(&chain, tx, &plan))
                } else {
                    mutated(&signed(&chain, tx, &plan), &changes)
                };
                let Some(envelope) = envelope else { continue };
                close_and_check(&mut chain, vec![envelope]);
            }
        });
    }
}
