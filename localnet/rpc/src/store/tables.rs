//! Tables of the database file. `FORMAT` changes whenever one of them does.

use redb::TableDefinition;

/// Version of the layout below; a file of a newer one is refused, and `upgrade` brings an older one up to it.
pub const FORMAT: u32 = 2;

/// Facts about the file: `FORMAT_KEY`, `PASSPHRASE_KEY`, `LIMITS_KEY`, `HEADER_KEY`, `CLOCK_KEY`.
pub const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
pub const FORMAT_KEY: &str = "format";
pub const PASSPHRASE_KEY: &str = "passphrase";
pub const LIMITS_KEY: &str = "limits";
/// XDR of the last closed ledger's header.
pub const HEADER_KEY: &str = "header";
/// Seconds that time travel added to the wall clock, u64 little-endian.
pub const CLOCK_KEY: &str = "clock_offset";

/// Last ledger in which an entry is live, and the ledger in which that changed last.
pub type Ttl = (u32, u32);

/// XDR of `LedgerKey` -> (time to live of contract data and code, XDR of `LedgerEntry`).
pub const ENTRIES: TableDefinition<&[u8], (Option<Ttl>, &[u8])> = TableDefinition::new("entries");

/// Sequence -> (close time in Unix seconds, XDR of `LedgerCloseMeta`). Ledgers that were skipped have no row.
pub const LEDGERS: TableDefinition<u32, (u64, &[u8])> = TableDefinition::new("ledgers");

/// (sequence, application order from 1) -> (hash, inner hash of a fee bump, success, and the XDR of envelope, result
/// and meta).
pub type TransactionValue = (
    &'static [u8; 32],
    Option<&'static [u8; 32]>,
    bool,
    &'static [u8],
    &'static [u8],
    &'static [u8],
);
pub const TRANSACTIONS: TableDefinition<(u32, u32), TransactionValue> =
    TableDefinition::new("transactions");

/// Hash, outer and inner -> key of `TRANSACTIONS`.
pub const HASHES: TableDefinition<&[u8; 32], (u32, u32)> = TableDefinition::new("hashes");

/// (key of an account, sequence, application order) of a transaction that concerns the account -> sum of `SUCCESSFUL` and
/// `PAYMENT`. Since format 2.
pub const ACCOUNTS: TableDefinition<(&[u8; 32], u32, u32), u8> = TableDefinition::new("accounts");
pub const SUCCESSFUL: u8 = 1;
/// Set if one of its operations counts as a payment.
pub const PAYMENT: u8 = 2;

/// (TOID, index) -> (contract id, hash of the transaction, its success, XDR of `ContractEvent`). The contract id stands
/// apart so that a filter passes over foreign events without decoding them.
pub type EventValue = (
    Option<&'static [u8; 32]>,
    &'static [u8; 32],
    bool,
    &'static [u8],
);
pub const EVENTS: TableDefinition<(u64, u32), EventValue> = TableDefinition::new("events");
