//! The pool's rolling limit: what checking it costs after ever more withdrawals, and a search for a way around it.

mod cost;
mod search;

fn main() {
    cost::report();
    search::report();
}
