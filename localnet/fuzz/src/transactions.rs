//! Ledgers of transactions that the bytes choose, overwritten in places before or after they are signed.

use crate::support::{on_large_stack, plan::*};
use arbitrary::{Arbitrary, Result, Unstructured};

/// Ledgers that one input closes, at most: each of them takes milliseconds.
const LEDGERS: usize = 20;

#[derive(Arbitrary)]
struct Given {
    source: u8,
    steps: Vec<(u8, u8, u8, i64)>,
    sponsorship: Option<(u8, u8)>,
    is_call: bool,
    bump: Option<(u8, u32)>,
    /// Bytes of the transaction to overwrite.
    changes: Vec<(u16, u8)>,
    is_signed_after: bool,
}

impl Given {
    fn plan(&self) -> Plan {
        let step = |(source, kind, other, amount)| Step {
            source,
            kind: kind % 20,
            other,
            amount,
        };
        let mut steps: Vec<Step> = self.steps.iter().copied().take(5).map(step).collect();
        Plan {
            source: self.source,
            call: steps.pop_if(|_| self.is_call),
            steps,
            sponsorship: self.sponsorship,
            bump: self.bump.map(|(payer, fee)| (payer, fee.into())),
        }
    }

    fn changes(&self) -> Vec<(usize, u8)> {
        let changes = self.changes.iter().take(4);
        changes
            .map(|(place, byte)| ((*place).into(), *byte))
            .collect()
    }
}

pub fn transactions(bytes: &[u8]) {
    let Ok(given) = ledgers(bytes) else { return };
    on_large_stack(move || {
        let mut chain = start();
        for given in given {
            let (plan, changes) = (given.plan(), given.changes());
            let tx = transaction(&chain, &plan);
            let envelope = if given.is_signed_after {
                mutated(&tx, &changes).map(|tx| signed(&chain, tx, &plan))
            } else {
                mutated(&signed(&chain, tx, &plan), &changes)
            };
            if let Some(envelope) = envelope {
                close_and_check(&mut chain, vec![envelope]);
            }
        }
    });
}

fn ledgers(bytes: &[u8]) -> Result<Vec<Given>> {
    Unstructured::new(bytes)
        .arbitrary_iter()?
        .take(LEDGERS)
        .collect()
}
