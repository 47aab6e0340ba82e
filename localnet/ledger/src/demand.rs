//! A transaction's demand on a ledger, and the ledger's limits.

use crate::{
    bid::Bid,
    config::Settings,
    fees,
    frame::Frame,
    host::Resources,
    soroban::resources,
    state::{sha256, State},
};
use stellar_xdr::{Hash, TransactionEnvelope};

/// Amounts that a ledger limits: operations (a fee bump is one more), instructions, bytes of transactions,
/// entries and bytes read from disk, entries and bytes written.
pub(crate) type Amounts = [u64; 7];

/// Classic and Soroban transactions have limits and base fees of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Classic,
    Soroban,
}

/// A transaction's share of a ledger, and its bid for that.
#[derive(Clone, Debug)]
pub struct Demand {
    pub phase: Phase,
    pub bid: Bid,
    pub(crate) amounts: Amounts,
    /// Hash of the whole transaction.
    pub(crate) hash: Hash,
}

impl Demand {
    pub fn of(state: &State, envelope: &TransactionEnvelope) -> Demand {
        let frame = Frame::new(&state.network_id, envelope.clone());
        let declared = match frame.soroban_data() {
            Some(data) if frame.is_soroban() => Some(resources::declared(&frame, data)),
            _ => None,
        };
        Demand {
            phase: declared.map_or(Phase::Classic, |_| Phase::Soroban),
            bid: Bid::of(&frame),
            amounts: amounts(fees::fee_units(&frame).unsigned_abs(), declared),
            hash: frame.hashes.hash,
        }
    }
}

/// True if it declares more than one transaction may, however much a ledger takes.
pub fn exceeds_transaction_limits(state: &State, demand: &Demand) -> bool {
    let (settings, cost) = (&state.settings, &state.settings.ledger_cost);
    let most = [
        u64::MAX,
        settings.compute.tx_max_instructions.max(0) as u64,
        settings.bandwidth.tx_max_size_bytes.into(),
        cost.tx_max_disk_read_entries.into(),
        cost.tx_max_disk_read_bytes.into(),
        cost.tx_max_write_ledger_entries.into(),
        cost.tx_max_write_bytes.into(),
    ];
    demand.phase == Phase::Soroban && !fits(&demand.amounts, &most)
}

fn amounts(operations: u64, declared: Option<Resources>) -> Amounts {
    let Some(declared) = declared else {
        return [operations, 0, 0, 0, 0, 0, 0];
    };
    [
        operations,
        declared.instructions.into(),
        declared.transaction_bytes.into(),
        declared.disk_read_entries.into(),
        declared.disk_read_bytes.into(),
        declared.write_entries.into(),
        declared.write_bytes.into(),
    ]
}

/// Most that one ledger takes of a phase.
pub(crate) fn limits(state: &State, phase: Phase) -> Amounts {
    match phase {
        Phase::Classic => amounts(state.header.max_tx_set_size.into(), None),
        Phase::Soroban => soroban_limits(&state.settings),
    }
}

/// Instructions are limited per cluster of dependent transactions; here all of a ledger's are one cluster.
fn soroban_limits(settings: &Settings) -> Amounts {
    let cost = &settings.ledger_cost;
    [
        settings.execution_lanes.ledger_max_tx_count.into(),
        settings.compute.ledger_max_instructions.max(0) as u64,
        settings.bandwidth.ledger_max_txs_size_bytes.into(),
        cost.ledger_max_disk_read_entries.into(),
        cost.ledger_max_disk_read_bytes.into(),
        cost.ledger_max_write_ledger_entries.into(),
        cost.ledger_max_write_bytes.into(),
    ]
}

pub(crate) fn fits(wanted: &Amounts, left: &Amounts) -> bool {
    wanted.iter().zip(left).all(|(wanted, left)| wanted <= left)
}

/// No amount falls below 0.
pub(crate) fn minus(from: &Amounts, amounts: &Amounts) -> Amounts {
    std::array::from_fn(|index| from[index].saturating_sub(amounts[index]))
}

/// Indices into `waiting`, the highest rate first. The order of equal ones is drawn again for each ledger: stellar-core's
/// `TxComparator` does it with a random seed, this with the last ledger's hash.
pub(crate) fn in_order(waiting: &[&Demand], last_ledger: &Hash) -> Vec<usize> {
    let lots: Vec<Hash> = waiting
        .iter()
        .map(|demand| sha256(&[last_ledger.0, demand.hash.0].concat()))
        .collect();
    let mut order: Vec<usize> = (0..waiting.len()).collect();
    order.sort_by(|&a, &b| {
        let rate = waiting[b].bid.compare_rate(&waiting[a].bid);
        rate.then_with(|| lots[a].cmp(&lots[b]))
    });
    order
}
