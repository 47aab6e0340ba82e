//! `state` over a real `admin`.

mod authorisation;
mod lifecycle;
mod migrations;
mod params;
mod registry;
mod status;
