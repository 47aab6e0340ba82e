//! Events of epochs, drops, clawbacks and the migration. A batch's event is `campaign`'s `reward`.

use soroban_sdk::{contractevent, Address, BytesN, Symbol};

/// A payer opened an epoch: from here on only batches that name it are paid. `seq` is the newest batch before it, `paid` counts
/// the payments before it.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EpochOpened {
    pub epoch: u64,
    pub seq: u64,
    pub paid: u64,
    pub operator: Address,
}

/// A paid reward was taken back from its wallet and burnt.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RewardClawedBack {
    #[topic]
    pub campaign: u64,
    #[topic]
    pub wallet: Address,
    pub number: u32,
    pub amount: i128,
    pub operator: Address,
}

/// A drop was created and its total reserved.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DropCreated {
    #[topic]
    pub drop: u64,
    #[topic]
    pub merchant: u64,
    pub root: BytesN<32>,
    pub total: i128,
    pub leaves: u32,
    pub opens_at: u64,
    pub expires_at: u64,
    pub reference: BytesN<32>,
    pub operator: Address,
}

/// A leaf was paid to its wallet.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Claim {
    #[topic]
    pub drop: u64,
    #[topic]
    pub wallet: Address,
    pub index: u32,
    pub amount: i128,
}

/// A drop's merchant had it opened before its time.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DropOpened {
    #[topic]
    pub drop: u64,
    #[topic]
    pub merchant: u64,
    pub owner: Address,
}

/// A drop was cancelled; `remainder` (stroops), what it had not paid, went back to the merchant's balance in `pool`.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DropCancelled {
    #[topic]
    pub drop: u64,
    #[topic]
    pub merchant: u64,
    pub remainder: i128,
    pub operator: Address,
}

/// An expired drop was closed; `remainder` (stroops) went back to the merchant's balance in `pool`.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DropSwept {
    #[topic]
    pub drop: u64,
    #[topic]
    pub merchant: u64,
    pub paid: i128,
    pub remainder: i128,
}

/// `migrate` set the address of the contract `name`, which the code before didn't know.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AddressSet {
    #[topic]
    pub name: Symbol,
    pub old: Option<Address>,
    pub new: Address,
    pub operator: Address,
}
