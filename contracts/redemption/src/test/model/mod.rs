//! Random operation sequences against a model that remembers everything.

mod pair;
mod reference;

use std::format;

use proptest::prelude::*;

use super::DAY;
use pair::Pair;

/// Besides item 0, which a step has to create.
const ITEMS: u64 = 2;
/// Terms of all items, seconds.
const FULFIL: u64 = 3 * DAY;
const CANCEL: u64 = DAY;

#[derive(Clone, Debug)]
enum Step {
    SetItem {
        item: u64,
        price: i128,
        active: bool,
    },
    SetStock {
        item: u64,
        expected: u32,
        stock: u32,
    },
    Redeem {
        wallet: usize,
        item: u64,
        quantity: u32,
        max_price: i128,
        reference: u8,
    },
    Fulfil(u64),
    CancelByRole(u64),
    CancelByWallet {
        wallet: usize,
        id: u64,
    },
    Expire(u64),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let id = || 1..12u64;
    let item = || 0..=ITEMS;
    prop_oneof![
        1 => (item(), 0..4_000i128, any::<bool>())
            .prop_map(|(item, price, active)| Step::SetItem { item, price, active }),
        2 => (item(), 0..6u32, 0..6u32)
            .prop_map(|(item, expected, stock)| Step::SetStock { item, expected, stock }),
        6 => (0..2usize, item(), 0..4u32, 0..4_000i128, 0..8u8).prop_map(
            |(wallet, item, quantity, max_price, reference)| Step::Redeem {
                wallet, item, quantity, max_price, reference,
            }
        ),
        2 => id().prop_map(Step::Fulfil),
        1 => id().prop_map(Step::CancelByRole),
        2 => (0..2usize, id()).prop_map(|(wallet, id)| Step::CancelByWallet { wallet, id }),
        2 => id().prop_map(Step::Expire),
        2 => prop_oneof![0..CANCEL + 2, Just(FULFIL)].prop_map(Step::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn redemptions_stock_and_balances_follow_the_model(steps in prop::collection::vec(step(), 1..50)) {
        let mut pair = Pair::new();
        for step in &steps {
            pair.apply(step).map_err(|cause| TestCaseError::fail(format!("{step:?}: {cause}")))?;
        }
    }
}
