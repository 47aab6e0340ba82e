//! `admin` with one holder per role.

mod authorisation;
mod hierarchy;
mod lifecycle;
mod roles;
mod transfer;
