//! A disk that fails: what was accepted is kept, nothing else is accepted, and all goes on once the disk works.

use crate::{
    common::{
        wallet::{send, Wallet},
        Server,
    },
    restart::history,
};
use serde_json::json;
use std::{path::Path, process::Command};
use tempfile::TempDir;

/// The disk below the files of a server. It fails on demand.
struct FailingDisk {
    folder: TempDir,
}

impl FailingDisk {
    fn new() -> FailingDisk {
        let disk = FailingDisk {
            folder: tempfile::tempdir().unwrap(),
        };
        let source = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../test/support/failing-disk.c"
        );
        let mut compiler = Command::new("cc");
        compiler
            .args(["-shared", "-fPIC", "-o"])
            .arg(disk.library());
        assert!(compiler.args([source, "-ldl"]).status().unwrap().success());
        disk
    }

    fn library(&self) -> std::path::PathBuf {
        self.folder.path().join("failing-disk.so")
    }

    fn trigger(&self) -> std::path::PathBuf {
        self.folder.path().join("fails")
    }

    fn start(&self, data: &Path) -> Server {
        let environment = [
            ("LD_PRELOAD", &*self.library()),
            ("FAILING_DISK", &*self.trigger()),
        ];
        let data = data.to_str().unwrap();
        let started = Server::try_start_with(&["--data", data], &environment);
        let mut server = started.unwrap_or_else(|refused| panic!("{}", refused.message));
        server.pass_over_complaints();
        server
    }

    /// `how` is the kind of call and its errno.
    fn fail(&self, how: &str) {
        std::fs::write(self.trigger(), how).unwrap();
    }

    fn work(&self) {
        std::fs::remove_file(self.trigger()).unwrap();
    }
}

fn recovers_from(how: &str) {
    let (disk, folder) = (FailingDisk::new(), tempfile::tempdir().unwrap());
    let server = disk.start(folder.path());
    let (alice, bob) = (Wallet::funded(&server, "alice"), Wallet::named("bob"));
    let fund_bob = format!("/friendbot?addr={}", bob.address());
    let accepted = alice.pay(&server, &alice, 1);
    server.call("localnet_setCloseMode", json!({ "mode": "manual" }));
    let waiting = alice.payment(&alice, 2, alice.sequence(&server) + 1);
    assert_eq!(send(&server, &waiting)["status"], "PENDING");

    disk.fail(how);
    // What the log doesn't have goes to the database.
    let refused = server.fail("localnet_advanceSequence", json!({ "ledgers": 100 }));
    assert_eq!(refused["message"], "could not store the ledger");
    assert_eq!(server.get(&fund_bob).0, 500);
    server.fail("localnet_closeLedger", json!({}));
    server.fail("getTransaction", json!({ "hash": accepted }));
    server.fail("getHealth", json!(null));

    disk.work();
    let health = json!({ "jsonrpc": "2.0", "id": 1, "method": "getHealth" });
    let recovers = || server.post(health.clone()).get("result").is_some();
    assert!((0..100_000).any(|_| recovers()));
    let closed = server.call("localnet_closeLedger", json!({}));
    assert_eq!(closed["transactions"], 1);
    let (status, funded) = server.get(&fund_bob);
    assert_eq!(status, 200, "{funded}");
    let funded: serde_json::Value = serde_json::from_str(&funded).unwrap();
    for hash in [&json!(accepted), &funded["hash"]] {
        let found = server.call("getTransaction", json!({ "hash": hash }));
        assert_eq!(found["status"], "SUCCESS", "{hash}");
    }
    let before = history(&server);
    server.kill();
    assert_eq!(history(&Server::on_disk(folder.path())), before);
}

#[test]
fn a_full_disk() {
    recovers_from("write 28");
}

/// What it failed to sync may be on disk all the same.
#[test]
fn a_disk_that_does_not_sync() {
    recovers_from("sync 5");
}
