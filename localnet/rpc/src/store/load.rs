//! Reading back what a database file continues from, after checking that it is ours.

use super::{rows, tables::*, Identity, OpenError, Saved};
use localnet_ledger::State;
use redb::{Database, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTable};
use std::path::Path;
use stellar_xdr::{LedgerHeader, Limits, ReadXdr};

/// `None` for a database without a ledger.
pub fn saved(db: &Database, path: &Path, identity: &Identity) -> Result<Option<Saved>, OpenError> {
    let tx = db.begin_read()?;
    if tx.list_tables()?.next().is_none() {
        return Ok(None);
    }
    let file = File { tx, path };
    let facts = file
        .tx
        .open_table(META)
        .map_err(|_| file.corrupt("not a localnet ledger"))?;
    file.check_format(&facts)?;
    file.check_identity(&facts, identity)?;
    // A node that was killed between creating the tables and writing its first ledger has none.
    let Some(header) = facts.get(HEADER_KEY)? else {
        return Ok(None);
    };
    let header = LedgerHeader::from_xdr(header.value(), Limits::none())
        .map_err(|e| file.corrupt(&format!("header: {e}")))?;
    let clock_offset = facts
        .get(CLOCK_KEY)?
        .and_then(|value| Some(u64::from_le_bytes(value.value().try_into().ok()?)))
        .unwrap_or(0);
    let state = file.state(header, &identity.passphrase)?;
    Ok(Some(Saved {
        state,
        clock_offset,
    }))
}

struct File<'a> {
    tx: ReadTransaction,
    path: &'a Path,
}

type Facts = ReadOnlyTable<&'static str, &'static [u8]>;

impl File<'_> {
    fn check_format(&self, facts: &Facts) -> Result<(), OpenError> {
        let found = facts
            .get(FORMAT_KEY)?
            .and_then(|value| Some(u32::from_le_bytes(value.value().try_into().ok()?)))
            .ok_or_else(|| self.corrupt("its format is unknown"))?;
        if found > FORMAT {
            return Err(OpenError::NewerFormat {
                path: self.path.to_owned(),
                found,
                known: FORMAT,
            });
        }
        Ok(())
    }

    fn check_identity(&self, facts: &Facts, identity: &Identity) -> Result<(), OpenError> {
        let path = self.path.to_owned();
        let found = self.text(facts, PASSPHRASE_KEY)?;
        if found != identity.passphrase {
            return Err(OpenError::OtherPassphrase { path, found });
        }
        let found = self.text(facts, LIMITS_KEY)?;
        if found != identity.limits {
            return Err(OpenError::OtherLimits { path, found });
        }
        Ok(())
    }

    fn text(&self, facts: &Facts, key: &str) -> Result<String, OpenError> {
        let value = facts
            .get(key)?
            .ok_or_else(|| self.corrupt("a fact is missing"))?;
        Ok(String::from_utf8_lossy(value.value()).into_owned())
    }

    fn state(&self, header: LedgerHeader, passphrase: &str) -> Result<State, OpenError> {
        let mut entries = Vec::new();
        for row in self.tx.open_table(ENTRIES)?.iter()? {
            let (_, value) = row?;
            let entry = rows::decode_entry(value.value())
                .map_err(|e| self.corrupt(&format!("entry: {e}")))?;
            entries.push(entry);
        }
        State::restore(header, entries, passphrase).map_err(|e| self.corrupt(&e.to_string()))
    }

    fn corrupt(&self, cause: &str) -> OpenError {
        OpenError::Corrupt {
            path: self.path.to_owned(),
            cause: cause.to_owned(),
        }
    }
}
