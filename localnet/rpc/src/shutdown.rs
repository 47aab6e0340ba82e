//! Reasons to end: a signal, or the end of standard input.

use std::{
    future::Future,
    io::{self, Read},
};
use tokio::sync::oneshot;

/// A future that resolves when the program shall end. It listens from this call on: make it before telling anyone that
/// the program runs.
pub fn listen(with_stdin: bool) -> io::Result<impl Future<Output = ()>> {
    let signals = signals()?;
    Ok(async move {
        tokio::select! {
            () = signals => {}
            () = stdin_end(), if with_stdin => {}
        }
    })
}

/// SIGINT or SIGTERM.
#[cfg(unix)]
fn signals() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{signal, SignalKind};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ctrl-C or Ctrl-Break.
#[cfg(windows)]
fn signals() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::windows::{ctrl_break, ctrl_c};
    let (mut interrupt, mut terminate) = (ctrl_c()?, ctrl_break()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Reads on a thread of its own: a blocked read on the runtime's pool would keep the runtime from ending.
async fn stdin_end() {
    let (sender, receiver) = oneshot::channel::<()>();
    std::thread::spawn(move || {
        let mut buffer = [0; 256];
        let mut stdin = std::io::stdin().lock();
        while stdin.read(&mut buffer).is_ok_and(|count| count > 0) {}
        drop(sender);
    });
    let _ = receiver.await;
}
