//! `token` as admin of a real asset contract.

mod authorisation;
mod clawback;
mod freeze;
mod handover;
mod issuer;
mod lifecycle;
mod mint;
mod quota;
