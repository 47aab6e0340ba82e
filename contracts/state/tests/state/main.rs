//! `state` over a real `admin`.

mod authorisation;
mod interface;
mod lifecycle;
mod registry;
