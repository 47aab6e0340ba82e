//! Brings a file of an older format up to the current one, in one commit.

use super::{rows::participants, tables::*, write::flags};
use redb::{Database, ReadableDatabase, ReadableTable};
use stellar_xdr::Hash;

/// Upgrades format 1, which has no index of accounts.
pub fn run(db: &Database, network_id: &Hash) -> Result<(), redb::Error> {
    if has_accounts(db)? {
        return Ok(());
    }
    let tx = db.begin_write()?;
    {
        let mut accounts = tx.open_table(ACCOUNTS)?;
        for row in tx.open_table(TRANSACTIONS)?.iter()? {
            let (key, value) = row?;
            let (sequence, order) = key.value();
            let (_, _, success, envelope, _, meta) = value.value();
            let found = participants(network_id, envelope, meta)?;
            for account in &found.accounts {
                accounts.insert((account, sequence, order), flags(success, found.payment))?;
            }
        }
        tx.open_table(META)?
            .insert(FORMAT_KEY, FORMAT.to_le_bytes().as_slice())?;
    }
    tx.commit()?;
    Ok(())
}

fn has_accounts(db: &Database) -> Result<bool, redb::Error> {
    match db.begin_read()?.open_table(ACCOUNTS) {
        Ok(_) => Ok(true),
        Err(redb::TableError::TableDoesNotExist(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
