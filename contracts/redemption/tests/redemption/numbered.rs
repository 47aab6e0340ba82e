//! Entries as release 0.2.0 left them. The upgrade tests make them with that release's wasm; here the code runs natively, which
//! coverage counts.

use merit_redemption::{RedemptionError, Status};
use merit_testing::{
    redemption::{error, order, Setup, ITEM},
    Subject,
};
use soroban_sdk::{contracttype, Address, BytesN};

#[contracttype]
enum Key {
    /// Key of today's code.
    Redeemed(Address, BytesN<32>),
    Redemption(u64),
    WalletCount(Address),
    WalletAt(Address, u32),
    Reference(Address, BytesN<32>),
}

/// Moves the wallet's redemptions of these references to the keys that they would have had, numbered from 1.
fn number(setup: &Setup, references: &[u8]) {
    let wallet = setup.wallet();
    let made = references.iter().map(|byte| setup.made(*byte).unwrap());
    let made: Vec<_> = made.collect();
    setup.env().as_contract(&setup.contract, || {
        let storage = setup.env().storage().persistent();
        for (index, mut redemption) in made.into_iter().enumerate() {
            let (number, reference) = (index as u64 + 1, redemption.reference.clone());
            redemption.previous = None;
            storage.remove(&Key::Redeemed(wallet.clone(), reference.clone()));
            storage.set(&Key::Redemption(number), &redemption);
            storage.set(&Key::WalletAt(wallet.clone(), index as u32), &number);
            storage.set(&Key::Reference(wallet.clone(), reference), &number);
        }
        let count = references.len() as u32;
        storage.set(&Key::WalletCount(wallet.clone()), &count);
    });
}

#[test]
fn numbered_redemptions_are_listed_and_end_once() {
    let setup = Setup::new();
    let (client, wallet) = (setup.client(), setup.wallet());
    let [first, second, third] = [(); 3].map(|()| setup.redeem_one());
    number(&setup, &[first, second, third]);
    let last = setup.redeem_one();

    let page = |before: u8| {
        let page = client.redemptions(&wallet, &Some(setup.hash(before)), &100);
        let first_bytes = page.iter().map(|made| made.reference.to_array()[0]);
        first_bytes.collect::<Vec<_>>()
    };
    assert_eq!(page(last), [third, second, first]);
    assert_eq!(page(second), [first]);

    let again = setup.redeem(&wallet, second, &order());
    assert_eq!(again, error(RedemptionError::ReferenceTaken));
    let stock = client.item(&ITEM).unwrap().stock;
    setup.fulfil(first).unwrap();
    setup.cancel("wallet", second).unwrap();
    assert_eq!(client.item(&ITEM).unwrap().stock, stock + 1);
    let statuses = [first, second].map(|reference| setup.made(reference).unwrap().status);
    assert_eq!(statuses, [Status::Fulfilled, Status::Refunded]);
    assert_eq!(
        setup.cancel("wallet", second),
        error(RedemptionError::NotOpen)
    );
}
