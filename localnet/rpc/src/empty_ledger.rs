//! Close meta of ledgers without transactions: genesis, the end of a jump, and the ledgers that a jump passed over.

use sha2::{Digest, Sha256};
use stellar_xdr::{
    Error, GeneralizedTransactionSet, Hash, LedgerCloseMeta, LedgerCloseMetaExt, LedgerCloseMetaV2,
    LedgerHeader, LedgerHeaderHistoryEntry, LedgerHeaderHistoryEntryExt, Limits,
    ParallelTxsComponent, TransactionPhase, TransactionSetV1, VecM, WriteXdr,
};

pub fn meta(header: LedgerHeader, hash: Hash) -> LedgerCloseMeta {
    LedgerCloseMeta::V2(LedgerCloseMetaV2 {
        ext: LedgerCloseMetaExt::V0,
        tx_set: GeneralizedTransactionSet::V1(TransactionSetV1 {
            previous_ledger_hash: header.previous_ledger_hash.clone(),
            phases: [
                TransactionPhase::V0(VecM::default()),
                TransactionPhase::V1(ParallelTxsComponent {
                    base_fee: None,
                    execution_stages: VecM::default(),
                }),
            ]
            .try_into()
            .unwrap_or_default(),
        }),
        ledger_header: LedgerHeaderHistoryEntry {
            hash,
            header,
            ext: LedgerHeaderHistoryEntryExt::V0,
        },
        tx_processing: VecM::default(),
        upgrades_processing: VecM::default(),
        scp_info: VecM::default(),
        total_byte_size_of_live_soroban_state: 0,
        evicted_keys: VecM::default(),
    })
}

/// A ledger that a jump passed over, made up from the one before the jump. Its hash belongs to its header, but the
/// headers of a jump are not chained.
pub fn passed_over(before: &LedgerHeader, sequence: u32) -> Result<LedgerCloseMeta, Error> {
    let header = LedgerHeader {
        ledger_seq: sequence,
        ..before.clone()
    };
    let hash = Hash(Sha256::digest(header.to_xdr(Limits::none())?).into());
    Ok(meta(header, hash))
}
