//! The program starts, refuses to start, and ends.

use crate::common::Server;
use serde_json::json;

fn refusal(arguments: &[&str]) -> String {
    match Server::try_start(arguments) {
        Ok(_) => panic!("started with {arguments:?}"),
        Err(refused) => {
            assert!(!refused.status.success());
            refused.message
        }
    }
}

fn port(server: &Server) -> &str {
    server.url.rsplit(':').next().unwrap()
}

#[test]
fn names_the_free_port_it_took() {
    let server = Server::start(&[]);
    assert_ne!(port(&server), "0");
    assert_eq!(server.call("getHealth", json!(null))["status"], "healthy");
}

#[test]
fn a_taken_port_is_named_with_the_way_out() {
    let server = Server::start(&[]);
    let message = refusal(&["--port", port(&server)]);
    assert!(
        message.contains(&format!("port {}", port(&server))) && message.contains("--port"),
        "{message}"
    );
}

#[test]
fn ends_cleanly_on_signals_and_with_its_parent() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&[]);
        server.signal(signal);
        assert!(server.wait().success(), "{signal}");
    }
    let mut server = Server::start(&["--exit-with-stdin"]);
    server.close_stdin();
    assert!(server.wait().success());
}

#[test]
fn a_folder_in_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Server::on_disk(folder.path());
    let message = refusal(&["--data", folder.path().to_str().unwrap()]);
    assert!(message.contains("in use by another localnet"), "{message}");
}

#[test]
fn a_folder_of_another_network_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    drop(Server::on_disk(folder.path()));
    let message = refusal(&["--data", path, "--passphrase", "Another Network"]);
    assert!(
        message.contains("Standalone Network ; February 2017"),
        "{message}"
    );
    let message = refusal(&["--data", path, "--limits", "unlimited"]);
    assert!(message.contains("--limits mainnet"), "{message}");
}

#[test]
fn a_path_that_cannot_be_a_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let message = refusal(&["--data", file.to_str().unwrap()]);
    assert!(
        message.contains("cannot write to") && message.contains("--data"),
        "{message}"
    );
}

#[test]
fn a_damaged_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ledger.redb"), vec![7; 100_000]).unwrap();
    let message = refusal(&["--data", folder.path().to_str().unwrap()]);
    assert!(message.contains("is damaged"), "{message}");
}

#[test]
fn a_file_of_a_newer_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(Server::on_disk(folder.path()));
    let meta = redb::TableDefinition::<&str, &[u8]>::new("meta");
    let db = redb::Database::create(folder.path().join("ledger.redb")).unwrap();
    let tx = db.begin_write().unwrap();
    tx.open_table(meta)
        .unwrap()
        .insert("format", 99u32.to_le_bytes().as_slice())
        .unwrap();
    tx.commit().unwrap();
    drop(db);
    let message = refusal(&["--data", folder.path().to_str().unwrap()]);
    assert!(
        message.contains("format 99") && message.contains("Update localnet"),
        "{message}"
    );
}
