//! `referral` over the deployed system.

mod authorisation;
mod binding;
mod lifecycle;
mod programme;
mod reward;
