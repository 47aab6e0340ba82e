//! `state` over a real `admin`.

mod authorisation;
mod history;
mod lifecycle;
mod migrations;
mod params;
mod registry;
mod status;
