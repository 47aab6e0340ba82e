use clap::Parser;
use localnet_ledger::STACK;
use mimalloc::MiMalloc;
use std::process::ExitCode;

/// A transaction allocates some thousand small values.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let args = localnet::Args::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .max_blocking_threads(32)
        .build();
    let ended = match runtime {
        Ok(runtime) => {
            let ended = runtime.block_on(localnet::run(args));
            // Requests still running were cut off on purpose; everything that was answered is on disk.
            runtime.shutdown_background();
            ended
        }
        Err(error) => Err(error.to_string()),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("localnet: {message}");
            ExitCode::FAILURE
        }
    }
}
