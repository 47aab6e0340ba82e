//! Closes ledgers: fees, then transactions, then refunds, then the header.

use crate::{
    apply::{self, Applying, Rulebook},
    config::Settings,
    frame::{Frame, TxHashes},
    meta,
    pick::BaseFees,
    state::{sha256, xdr, State, StoredEntry, EVICTED},
    upkeep,
    work::Work,
};
use std::sync::Arc;
use stellar_xdr::{
    GeneralizedTransactionSet, Hash, LedgerCloseMeta, LedgerHeader, LedgerKey, StellarValue,
    StellarValueExt, TimePoint, TransactionEnvelope, TransactionMeta, TransactionResult,
    TransactionResultPair, TransactionResultSet,
};

/// A closed ledger.
pub struct Closed {
    pub state: State,
    /// Entries to persist: the last value of every changed entry, `None` when it is gone. No TTL entries.
    pub changes: Vec<(LedgerKey, Option<StoredEntry>)>,
    /// V2.
    pub meta: LedgerCloseMeta,
    /// Transactions in application order.
    pub transactions: Vec<Applied>,
}

/// A transaction that is in a ledger, whether it succeeded or failed.
pub struct Applied {
    pub hashes: TxHashes,
    pub envelope: TransactionEnvelope,
    pub result: TransactionResult,
    /// V4.
    pub meta: TransactionMeta,
    pub success: bool,
    pub fee_bump: bool,
    /// Position in the ledger, from 1.
    pub application_order: u32,
}

/// Bytes of stack that are enough for closing and simulating: the host recurses deeply.
pub const STACK: usize = 16 << 20;

/// Applies `txs`, classic ones first, each phase in the given order, and closes the next ledger at `close_time` (Unix
/// seconds; the last close time if below it). Each pays `base_fees`, or its bid if that is lower. Deterministic. A
/// transaction that [`crate::check`] refuses fails here, and its fee is taken if its source exists. Needs half of
/// [`STACK`].
pub fn close(
    state: &State,
    txs: Vec<TransactionEnvelope>,
    base_fees: BaseFees,
    close_time: u64,
) -> Closed {
    let frames = txs
        .into_iter()
        .map(|envelope| Frame::new(&state.network_id, envelope));
    let (soroban, classic): (Vec<Frame>, Vec<Frame>) = frames.partition(Frame::is_soroban);
    let envelopes = |frames: &[Frame]| frames.iter().map(|f| f.envelope.clone()).collect();
    let set = meta::transaction_set(
        &state.header_hash,
        base_fees,
        envelopes(&classic),
        envelopes(&soroban),
    );
    let value = StellarValue {
        tx_set_hash: sha256(&xdr(&set)),
        close_time: TimePoint(close_time.max(state.close_time())),
        upgrades: Default::default(),
        ext: StellarValueExt::Basic,
    };
    let charged = |frames: Vec<Frame>, base_fee| -> Vec<Charged> {
        frames
            .into_iter()
            .map(|frame| (frame, Some(base_fee)))
            .collect()
    };
    Plan {
        set,
        value,
        classic: charged(classic, base_fees.classic),
        stages: vec![charged(soroban, base_fees.soroban)],
        evict: true,
    }
    .execute(state)
}

/// A transaction with the base fee of its part of the set; None: it pays all that it bids.
pub(crate) type Charged = (Frame, Option<i64>);

/// A ledger to be closed, in the order of application.
pub(crate) struct Plan {
    pub set: GeneralizedTransactionSet,
    pub value: StellarValue,
    pub classic: Vec<Charged>,
    /// Soroban transactions; those of one stage do not see each other's TTL raises of read-only entries.
    pub stages: Vec<Vec<Charged>>,
    /// True if expired temporary entries are evicted.
    pub evict: bool,
}

impl Plan {
    pub fn execute(self, state: &State) -> Closed {
        if !self.stages.iter().all(Vec::is_empty) {
            let code = state.index.code().filter_map(|key| state.get(key));
            // Expired code stays parsed until it is evicted, as on the network.
            let kept = code.filter(|stored| stored.live_until != Some(EVICTED));
            state
                .host
                .load_modules(&state.settings, kept.map(|s| &s.entry).collect());
        }
        let seed = self.value.tx_set_hash.clone();
        let mut work = Work::new(next_header(state, self.value), state.entries.clone());
        let book = Rulebook {
            settings: &state.settings,
            host: state.host.as_ref(),
            network_id: &state.network_id,
        };
        let mut applied = run(&mut work, &book, self.classic, self.stages, &seed);
        let pairs: Vec<TransactionResultPair> = applied.iter().map(meta::result_pair).collect();
        let evicted = if self.evict {
            upkeep::evict_expired(&mut work, state)
        } else {
            Vec::new()
        };
        upkeep::sample_state_size(&mut work, state);
        let (next, changes) = seal(state, work, &pairs);
        let mut processed = Vec::with_capacity(applied.len());
        let mut transactions = Vec::with_capacity(applied.len());
        for (index, (applying, pair)) in applied.iter_mut().zip(pairs).enumerate() {
            let result = pair.result.clone();
            let transaction_meta = meta::transaction(applying);
            processed.push(meta::processing(applying, pair, transaction_meta.clone()));
            transactions.push(Applied {
                success: applying.is_success(),
                fee_bump: applying.frame.bump.is_some(),
                hashes: applying.frame.hashes.clone(),
                envelope: applying.frame.envelope.clone(),
                result,
                meta: transaction_meta,
                application_order: index as u32 + 1,
            });
        }
        Closed {
            meta: meta::ledger(&next, self.set, processed, evicted),
            state: next,
            changes,
            transactions,
        }
    }
}

fn run(
    work: &mut Work,
    book: &Rulebook,
    classic: Vec<Charged>,
    stages: Vec<Vec<Charged>>,
    seed: &Hash,
) -> Vec<Applying> {
    let frames = classic.iter().chain(stages.iter().flatten());
    work.expect_sequences(frames.map(|(frame, _)| (frame.source(), frame.tx.seq_num.0)));
    let mut charge = |frames: Vec<Charged>| -> Vec<Applying> {
        let charged = frames
            .into_iter()
            .map(|(frame, base_fee)| apply::charge(work, book, frame, base_fee));
        charged.collect()
    };
    let mut classic = charge(classic);
    let mut stages: Vec<Vec<Applying>> = stages.into_iter().map(charge).collect();
    let mut index = 0;
    for applying in &mut classic {
        applying.prepare(work, book);
        applying.run(work, book, seed, index);
        index += 1;
    }
    for applying in stages.iter_mut().flatten() {
        applying.prepare(work, book);
    }
    for stage in &mut stages {
        for applying in stage.iter_mut() {
            if let Some(data) = applying.frame.soroban_data() {
                work.flush_ttl(Some(&data.resources.footprint.read_write));
            }
            applying.run(work, book, seed, index);
            index += 1;
        }
        work.flush_ttl(None);
    }
    for applying in stages.iter_mut().flatten() {
        applying.refund(work, book);
    }
    classic
        .into_iter()
        .chain(stages.into_iter().flatten())
        .collect()
}

fn next_header(state: &State, value: StellarValue) -> LedgerHeader {
    let mut header = state.header.clone();
    header.previous_ledger_hash = state.header_hash.clone();
    header.ledger_seq += 1;
    header.scp_value = value;
    header
}

type Changes = Vec<(LedgerKey, Option<StoredEntry>)>;

fn seal(state: &State, work: Work, pairs: &[TransactionResultPair]) -> (State, Changes) {
    let (mut header, entries, written) = work.finish();
    let mut index = state.index.clone();
    let mut changes = Vec::new();
    for key in written {
        let (before, after) = (state.entries.get(&key), entries.get(&key));
        if before == after {
            continue;
        }
        let after = after.map(Arc::as_ref);
        let rules = (state.settings.as_ref(), state.host.as_ref());
        index.update(&key, before.map(Arc::as_ref), after, rules);
        changes.push((key, after.cloned()));
    }
    header.tx_set_result_hash = sha256(&xdr(&TransactionResultSet {
        results: pairs.to_vec().try_into().expect("a ledger's results fit"),
    }));
    header.bucket_list_hash = chain(&header.bucket_list_hash, &changes);
    let settings_changed = changes
        .iter()
        .any(|(key, _)| matches!(key, LedgerKey::ConfigSetting(_)));
    let settings = if settings_changed {
        Arc::new(Settings::load(&entries).expect("settings change only by valid values"))
    } else {
        state.settings.clone()
    };
    let next = State {
        header_hash: sha256(&xdr(&header)),
        header,
        network_id: state.network_id.clone(),
        entries,
        settings,
        host: state.host.clone(),
        index,
    };
    (next, changes)
}

/// Replaces core's bucket list hash, which needs bucket files: a hash chain over the changed entries.
fn chain(previous: &Hash, changes: &Changes) -> Hash {
    let mut preimage = previous.0.to_vec();
    for (key, stored) in changes {
        preimage.extend(xdr(key));
        if let Some(stored) = stored {
            preimage.extend(xdr(&stored.entry));
            preimage.extend(stored.live_until.unwrap_or(0).to_be_bytes());
        }
    }
    sha256(&preimage)
}

/// Sequence numbers of accounts begin at the ledger's times 2^32, so ledgers end at 2^31; TTLs reach beyond by some.
const LAST_LEDGER: u32 = i32::MAX as u32 - 10_000_000;

/// The state `ledgers` empty ledgers later, without work per ledger. Entries expire by their TTL alone.
pub fn skip(state: &State, ledgers: u32, close_time: u64) -> State {
    if ledgers == 0 {
        return state.clone();
    }
    let mut next = state.clone();
    next.header.previous_ledger_hash = state.header_hash.clone();
    let sequence = state.header.ledger_seq.saturating_add(ledgers);
    next.header.ledger_seq = sequence.min(LAST_LEDGER).max(state.header.ledger_seq);
    next.header.scp_value.close_time = TimePoint(close_time.max(state.close_time()));
    next.header.scp_value.tx_set_hash = Hash([0; 32]);
    next.header_hash = sha256(&xdr(&next.header));
    next
}
