//! Pages of at most 100 entries; `start` counts from 0. A page past the end is empty.

use soroban_sdk::{Address, Env, Vec};

use crate::{
    catalogue::{self, Item},
    redemptions::{self, Redemption},
    storage,
};

const MAX_PAGE: u32 = 100;

pub fn items(env: &Env, merchant: u64, start: u32, limit: u32) -> Vec<(u64, Item)> {
    let mut page = Vec::new(env);
    for index in range(start, limit, storage::item_count(env, merchant)) {
        if let Some(number) = storage::item_at(env, merchant, index) {
            page.push_back((number, catalogue::get(env, number)));
        }
    }
    page
}

pub fn redemptions_of(
    env: &Env,
    wallet: &Address,
    start: u32,
    limit: u32,
) -> Vec<(u64, Redemption)> {
    let mut page = Vec::new(env);
    for index in range(start, limit, storage::wallet_count(env, wallet)) {
        if let Some(id) = storage::wallet_at(env, wallet, index) {
            page.push_back((id, redemptions::get(env, id)));
        }
    }
    page
}

fn range(start: u32, limit: u32, count: u32) -> core::ops::Range<u32> {
    start..start.saturating_add(limit.min(MAX_PAGE)).min(count)
}
