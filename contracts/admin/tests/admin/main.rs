//! `admin` with one holder per role.

mod authorisation;
mod lifecycle;
mod roles;
mod transfer;
mod upgrades;
