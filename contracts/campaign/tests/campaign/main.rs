//! `campaign` over the real `pool`, called by the real `distribution`.

mod auth;
mod clawback;
mod creation;
mod extension;
mod spending;
mod states;
