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
    sync::{Mutex, PoisonError, RwLock},
};
use stellar_xdr::Hash;
use tables::*;
use write::{locked, Writing};

const FILE: &str = "ledger.redb";
/// Most bytes of pages in memory. The live entries are in memory anyway. History uses most of this, and a tenth is for what is
/// written and not synced yet.
const CACHE: usize = 128 << 20;

pub struct Store {
    /// None in memory.
    folder: Option<PathBuf>,
    identity: Identity,
    /// None after an I/O error, after which redb refuses everything: it waits for `reopen`.
    db: RwLock<Option<Database>>,
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
        let store = Store {
            folder: folder.map(Path::to_owned),
            identity: identity.clone(),
            db: RwLock::default(),
            writing: Mutex::default(),
            waiting: Mutex::default(),
            network_id: Hash(Sha256::digest(&identity.passphrase).into()),
            retention,
        };
        let saved = store.reopen()?;
        Ok((store, saved))
    }

    /// Opens the database, with all that is in the log. A ledger whose commit failed in its sync may be there all the same.
    pub fn reopen(&self) -> Result<Option<Saved>, OpenError> {
        // redb may panic on pages that it did not write.
        catch_unwind(|| self.reopen_or_panic()).unwrap_or_else(|_| {
            Err(OpenError::Corrupt {
                path: self.folder.clone().unwrap_or_default().join(FILE),
                cause: "its pages contradict each other".into(),
            })
        })
    }

    fn reopen_or_panic(&self) -> Result<Option<Saved>, OpenError> {
        let (db, path) = match &self.folder {
            Some(folder) => open_file(folder)?,
            None => {
                let db = builder().create_with_backend(InMemoryBackend::new())?;
                (db, PathBuf::new())
            }
        };
        let mut saved = load::saved(&db, &path, &self.identity)?;
        if saved.is_none() {
            self.create_tables(&db)?;
        }
        if let Some(folder) = &self.folder {
            saved = self.open_log(&db, folder, saved)?;
        }
        let mut waiting = locked(&self.waiting);
        waiting.clear();
        *self.db.write().unwrap_or_else(PoisonError::into_inner) = Some(db);
        Ok(saved)
    }

    /// Brings the database up to this version, and to the log.
    fn open_log(
        &self,
        db: &Database,
        folder: &Path,
        saved: Option<Saved>,
    ) -> Result<Option<Saved>, OpenError> {
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
            self.write_ledgers(db, &records, Some(saved.clock_offset))
        };
        if upgrade::is_needed(db)? {
            // On trial first: if this version closes a ledger of the log differently, the file stays one of the version that wrote it.
            log::replay(folder, saved.state.clone(), &entries, |_| Ok(()))?;
            upgrade::run(db, &self.network_id)?;
        }
        let state = log::replay(folder, saved.state, &entries, store)?;
        locked(&self.writing).begin(log, saved.clock_offset);
        Ok(Some(Saved { state, ..saved }))
    }

    pub fn is_open(&self) -> bool {
        let db = self.db.read().unwrap_or_else(PoisonError::into_inner);
        db.is_some()
    }

    /// Uses the database, and closes it after an I/O error.
    fn with_db<T>(
        &self,
        run: impl FnOnce(&Database) -> Result<T, redb::Error>,
    ) -> Result<T, redb::Error> {
        let db = self.db.read().unwrap_or_else(PoisonError::into_inner);
        let result = db.as_ref().ok_or(redb::Error::DatabaseClosed).and_then(run);
        if let Err(redb::Error::Io(_) | redb::Error::PreviousIo) = result {
            drop(db);
            *self.db.write().unwrap_or_else(PoisonError::into_inner) = None;
        }
        result
    }

    /// Syncs all that is only in the log to the database.
    pub fn sync(&self) -> Result<(), redb::Error> {
        let clock_offset = locked(&self.writing).clock_offset;
        self.commit(Vec::new(), clock_offset)
    }

    pub fn reader(&self) -> Result<Reader, redb::Error> {
        self.write_waiting()?;
        self.with_db(Reader::new)
    }

    fn create_tables(&self, db: &Database) -> Result<(), OpenError> {
        let tx = db.begin_write()?;
        {
            let mut meta = tx.open_table(META)?;
            meta.insert(FORMAT_KEY, FORMAT.to_le_bytes().as_slice())?;
            meta.insert(PASSPHRASE_KEY, self.identity.passphrase.as_bytes())?;
            meta.insert(LIMITS_KEY, self.identity.limits.as_bytes())?;
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
