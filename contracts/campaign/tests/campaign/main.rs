//! `campaign` over the real `pool`, called by the real `distribution`.

mod auth;
mod creation;
mod drafts;
mod spending;
mod states;
