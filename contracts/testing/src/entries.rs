//! What a contract keeps on the ledger.

use soroban_sdk::{xdr, Address};

use crate::World;

impl World {
    /// Keys of a contract's persistent entries, its instance among them, with the ledgers left to live.
    pub fn lifetimes(&self, contract: &Address) -> Vec<(xdr::ScVal, u32)> {
        let address = xdr::ScAddress::from(contract);
        let now = self.env.ledger().sequence();
        let entries = self.env.host().get_stored_entries().unwrap();
        let of_contract = entries.into_iter().filter_map(|(key, entry)| {
            let xdr::LedgerKey::ContractData(key) = key.as_ref() else {
                return None;
            };
            let persistent = key.durability == xdr::ContractDataDurability::Persistent;
            if key.contract != address || !persistent {
                return None;
            }
            let (_, live_until) = entry?;
            Some((key.key.clone(), live_until?.saturating_sub(now)))
        });
        of_contract.collect()
    }
}
