//! The ledger on disk: one redb file, and a log of what is not synced to it yet. A command is answered when its changes are on disk.
//!
//! Without a folder the same database lives in memory, so both kinds of node run the same code.

mod error;
mod facts;
mod load;
mod log;
mod read;
mod read_state;
mod rows;
mod tables;
#[cfg(test)]
mod tests;
mod trim;
mod upgrade;
mod write;

pub use error::OpenError;
pub use facts::{asset_key, balance_place, term, AssetStats};
pub use log::Closing;
pub use read::{Event, Position, Reader, Transaction};
pub use read_state::Stretch;
pub use rows::LedgerRecord;
pub use tables::{AssetKey, EFFECTS, PAYMENT, SUCCESSFUL};

use localnet_ledger::State;
use log::Log;
use redb::{backends::InMemoryBackend, Builder, Database, DatabaseError, StorageError};
use sha2::{Digest, Sha256};
use std::{
    panic::catch_unwind,
    path::{Path, PathBuf},
    sync::Mutex,
};
use stellar_xdr::Hash;
use tables::*;
use write::{locked, Writing};

const FILE: &str = "ledger.redb";
/// Most bytes of pages in memory. The live entries are in memory anyway. History uses most of this, and a tenth is for what is
/// written and not synced yet.
const CACHE: usize = 128 << 20;

pub struct Store {
    db: Database,
    writing: Mutex<Writing>,
    /// Ledgers that the log has and the database doesn't.
    waiting: Mutex<Vec<LedgerRecord>>,
    network_id: Hash,
    /// Ledgers of history to keep; `None` keeps all.
    retention: Option<u32>,
}

/// Properties of a network from its creation, which cannot change.
#[derive(Clone, Debug)]
pub struct Identity {
    pub passphrase: String,
    pub limits: &'static str,
}

/// State from which an existing database continues.
pub struct Saved {
    pub state: State,
    /// Seconds.
    pub clock_offset: u64,
}

impl Store {
    /// Opens or creates the database in `folder`, or one in memory. `Saved` when it has a ledger.
    pub fn open(
        folder: Option<&Path>,
        identity: &Identity,
        retention: Option<u32>,
    ) -> Result<(Store, Option<Saved>), OpenError> {
        // redb may panic on pages that it did not write.
        catch_unwind(|| Store::open_or_panic(folder, identity, retention)).unwrap_or_else(|_| {
            Err(OpenError::Corrupt {
                path: folder.unwrap_or(Path::new("")).join(FILE),
                cause: "its pages contradict each other".into(),
            })
        })
    }

    fn open_or_panic(
        folder: Option<&Path>,
        identity: &Identity,
        retention: Option<u32>,
    ) -> Result<(Store, Option<Saved>), OpenError> {
        let (db, path) = match folder {
            Some(folder) => open_file(folder)?,
            None => {
                let db = builder().create_with_backend(InMemoryBackend::new())?;
                (db, PathBuf::new())
            }
        };
        let store = Store {
            db,
            writing: Mutex::default(),
            waiting: Mutex::default(),
            network_id: Hash(Sha256::digest(&identity.passphrase).into()),
            retention,
        };
        let mut saved = load::saved(&store.db, &path, identity)?;
        if saved.is_none() {
            store.create_tables(identity)?;
        }
        if let Some(folder) = folder {
            saved = store.open_log(folder, saved)?;
        }
        Ok((store, saved))
    }

    /// Brings the database up to this version, and to the log.
    fn open_log(&self, folder: &Path, saved: Option<Saved>) -> Result<Option<Saved>, OpenError> {
        let (log, entries) = Log::open(folder).map_err(|cause| not_writable(folder, cause))?;
        let Some(saved) = saved else {
            log.clear().map_err(|cause| not_writable(folder, cause))?;
            locked(&self.writing).begin(log, 0);
            return Ok(None);
        };
        let store = |records: Vec<LedgerRecord>| {
            if records.is_empty() {
                return Ok(());
            }
            self.commit(records, saved.clock_offset)
        };
        if upgrade::is_needed(&self.db)? {
            // On trial first: if this version closes a ledger of the log differently, the file stays one of the version that wrote it.
            log::replay(folder, saved.state.clone(), &entries, |_| Ok(()))?;
            upgrade::run(&self.db, &self.network_id)?;
        }
        let state = log::replay(folder, saved.state, &entries, store)?;
        locked(&self.writing).begin(log, saved.clock_offset);
        Ok(Some(Saved { state, ..saved }))
    }

    /// Syncs all that is only in the log to the database.
    pub fn sync(&self) -> Result<(), redb::Error> {
        let clock_offset = locked(&self.writing).clock_offset;
        self.commit(Vec::new(), clock_offset)
    }

    pub fn reader(&self) -> Result<Reader, redb::Error> {
        self.write_waiting()?;
        Reader::new(&self.db)
    }

    fn create_tables(&self, identity: &Identity) -> Result<(), OpenError> {
        let tx = self.db.begin_write()?;
        {
            let mut meta = tx.open_table(META)?;
            meta.insert(FORMAT_KEY, FORMAT.to_le_bytes().as_slice())?;
            meta.insert(PASSPHRASE_KEY, identity.passphrase.as_bytes())?;
            meta.insert(LIMITS_KEY, identity.limits.as_bytes())?;
            tx.open_table(ENTRIES)?;
            tx.open_table(LEDGERS)?;
            tx.open_table(TRANSACTIONS)?;
            tx.open_table(HASHES)?;
            tx.open_table(ACCOUNTS)?;
            tx.open_table(EVENTS)?;
            tx.open_table(KINDS)?;
            tx.open_table(SUMMARIES)?;
            tx.open_table(TERMS)?;
            tx.open_table(ASSETS)?;
            tx.open_table(HOLDINGS)?;
        }
        tx.commit()?;
        Ok(())
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE);
    builder
}

fn open_file(folder: &Path) -> Result<(Database, PathBuf), OpenError> {
    let path = folder.join(FILE);
    std::fs::create_dir_all(folder).map_err(|cause| not_writable(folder, cause))?;
    match builder().create(&path) {
        Ok(db) => Ok((db, path)),
        Err(DatabaseError::DatabaseAlreadyOpen) => Err(OpenError::InUse { path }),
        Err(DatabaseError::Storage(StorageError::Io(e)))
            if e.kind() != std::io::ErrorKind::InvalidData =>
        {
            Err(not_writable(folder, e))
        }
        Err(e @ DatabaseError::UpgradeRequired(_)) => Err(e.into()),
        Err(e) => Err(OpenError::Corrupt {
            path,
            cause: e.to_string(),
        }),
    }
}

fn not_writable(folder: &Path, cause: std::io::Error) -> OpenError {
    OpenError::NotWritable {
        path: folder.to_owned(),
        cause,
    }
}
