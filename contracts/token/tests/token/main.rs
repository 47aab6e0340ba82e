//! `token` as admin of a real asset contract.

mod authorisation;
mod clawback;
mod freeze;
mod issuer;
mod lifecycle;
mod mint;
mod quota;
