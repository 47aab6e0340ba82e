//! When to end: a signal, or the end of standard input.

use std::io::Read;
use tokio::{
    signal::unix::{signal, SignalKind},
    sync::oneshot,
};

/// Resolves at SIGINT or SIGTERM or, if asked for, when standard input ends.
pub async fn requested(with_stdin: bool) -> std::io::Result<()> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = stdin_end(), if with_stdin => {}
    }
    Ok(())
}

/// On a thread of its own: a blocked read on the runtime's pool would keep the runtime from ending.
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
