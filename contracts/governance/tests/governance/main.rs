//! `governance` over the real `admin`, `state`, `pool` and asset contract.

mod administration;
mod delegating;
mod execution;
mod proposing;
mod roles;
mod staking;
mod stops;
mod timelock;
mod upgrades;
mod upkeep;
mod voting;
