//! Starts a node from the command line, and stops it.

use crate::{args::Args, node::Node, server, shutdown};
use axum::serve::{Listener, ListenerExt};
use std::{
    future::{Future, IntoFuture},
    io::{ErrorKind, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};
use tokio::{net::TcpListener, sync::watch};

/// Time that running requests get to finish.
const GRACE: Duration = Duration::from_secs(5);

/// Serves until told to end. The error is a text for the person who started the program.
pub async fn run(args: Args) -> Result<(), String> {
    let listener = listen(&args.host, args.port).await?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    let url = format!("http://{}", reachable(address));
    let (stop, stopping) = watch::channel(false);
    let (node, thread) = Node::start(&args, format!("{url}/friendbot"), stopping.clone())
        .map_err(|e| e.to_string())?;

    let shutdown = shutdown::listen(args.exit_with_stdin)
        .map_err(|e| format!("cannot listen for signals: {e}"))?;

    announce(&url, &args, node.view().sequence());
    let router = server::router(node.clone());
    let store = node.store.clone();
    drop(node);
    let shutdown = async move {
        shutdown.await;
        stop.send_replace(true);
    };
    if serve(listener, router, shutdown, stopping).await? {
        // All handles are gone with the router: the ledger thread finishes its last command and ends.
        tokio::task::spawn_blocking(move || thread.join())
            .await
            .map_err(|e| e.to_string())?
            .map_err(|_| "the ledger thread panicked".to_owned())?;
    } else {
        eprintln!("localnet: some requests did not end in time and were cut off");
    }
    store
        .sync()
        .map_err(|e| format!("could not store the ledger: {e}"))
}

/// True if all requests ended before the grace time did.
async fn serve(
    listener: TcpListener,
    router: axum::Router,
    shutdown: impl Future<Output = ()> + Send + 'static,
    mut stopping: watch::Receiver<bool>,
) -> Result<bool, String> {
    let server = axum::serve(prompt(listener), router).with_graceful_shutdown(shutdown);
    let overdue = async {
        let _ = stopping.wait_for(|stopping| *stopping).await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        result = server.into_future() => result.map(|()| true).map_err(|e| e.to_string()),
        () = overdue => Ok(false),
    }
}

/// Answers are small: they must not wait for the client's acknowledgement of the one before.
fn prompt(listener: TcpListener) -> impl Listener<Addr = SocketAddr> {
    listener.tap_io(|connection| {
        let _ = connection.set_nodelay(true);
    })
}

async fn listen(host: &str, port: u16) -> Result<TcpListener, String> {
    TcpListener::bind((host, port)).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => format!(
            "port {port} on {host} is taken by another program. Stop that one, or choose another port with --port \
             (0 takes a free one)."
        ),
        ErrorKind::PermissionDenied => format!("not allowed to listen on port {port}. Choose one above 1023 with --port."),
        _ => format!("cannot listen on {host}, port {port}: {error}"),
    })
}

/// The address under which this machine reaches the node.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => {
            SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port())
        }
        IpAddr::V6(ip) if ip.is_unspecified() => {
            SocketAddr::new(Ipv6Addr::LOCALHOST.into(), address.port())
        }
        _ => address,
    }
}

/// Prints one line, so that a starting program can wait for it. A closed pipe is no reason to end.
fn announce(url: &str, args: &Args, sequence: u32) {
    let storage = match &args.data {
        Some(folder) => format!("kept in {}", folder.display()),
        None => "in memory".to_owned(),
    };
    let line = format!(
        "localnet ready at {url} (RPC at / and /soroban/rpc, Horizon at /, friendbot at /friendbot), ledger {sequence} {storage}, \
         network \"{}\"",
        args.passphrase
    );
    let _ = writeln!(std::io::stdout(), "{line}");
}
