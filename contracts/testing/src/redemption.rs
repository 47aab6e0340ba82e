//! A redemption contract beside the deployed system, with one item on offer.

use merit_common::roles;
use merit_redemption::{Order, Redemption, RedemptionError, Redemptions, RedemptionsClient, Terms};
use soroban_sdk::{testutils::MockAuthInvoke, Address, BytesN, IntoVal};

use crate::{subject::subject, Actors, Asset, Failure, Outcome, Subject, World, DAY, MERCHANT};

/// Item on offer at [`PRICE`], ten in stock.
pub const ITEM: u64 = 41;
/// Stroops per unit.
pub const PRICE: i128 = 100;
/// Balance of the wallet at the start, stroops.
pub const FUNDS: i128 = 10_000;

pub struct Setup {
    pub world: World,
    pub contract: Address,
    actors: Actors,
}

subject!(Setup);

impl Setup {
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        Self::over(World::new())
    }

    pub fn over(world: World) -> Self {
        let args = (&world.admin, &world.state, &world.asset.sac);
        let setup = Setup {
            contract: world.register(Redemptions, "redemption", args),
            actors: world.actors(&["wallet"]),
            world,
        };
        let world = &setup.world;
        world.asset.mint(&setup.wallet(), FUNDS);
        setup.set_item(ITEM, &terms()).unwrap();
        setup.set_stock(ITEM, 0, 10).unwrap();
        setup
    }

    pub fn client(&self) -> RedemptionsClient<'static> {
        RedemptionsClient::new(self.env(), &self.contract)
    }

    pub fn asset(&self) -> &Asset {
        &self.world.asset
    }

    pub fn wallet(&self) -> Address {
        self.actor("wallet")
    }

    pub fn hash(&self, byte: u8) -> BytesN<32> {
        BytesN::from_array(self.env(), &[byte; 32])
    }

    pub fn set_item(&self, item: u64, terms: &Terms) -> Outcome<u32> {
        self.call_as(roles::MANAGER, "set_item", (item, terms.clone()))
    }

    pub fn set_stock(&self, item: u64, expected: u32, stock: u32) -> Outcome<()> {
        self.call_as(roles::MANAGER, "set_stock", (item, expected, stock))
    }

    /// Redeems one of [`ITEM`] by the wallet, which has used this method alone; returns the reference.
    pub fn redeem_one(&self) -> u8 {
        let reference = self.client().totals().count as u8 + 1;
        self.redeem(&self.wallet(), reference, &order()).unwrap();
        reference
    }

    /// The reference is 32 times the byte. Signs a transfer of `max_price` times `quantity`, which is what is locked if the price is `max_price`.
    pub fn redeem(&self, wallet: &Address, reference: u8, order: &Order) -> Outcome<()> {
        let amount = order.max_price.saturating_mul(i128::from(order.quantity));
        self.redeem_signing(amount, wallet, reference, order)
    }

    /// Signs a transfer of `amount`.
    pub fn redeem_signing(
        &self,
        amount: i128,
        wallet: &Address,
        reference: u8,
        order: &Order,
    ) -> Outcome<()> {
        let args = (wallet, self.hash(reference), order.clone());
        let transfer = MockAuthInvoke {
            contract: &self.asset().sac,
            fn_name: "transfer",
            args: (wallet, &self.contract, amount).into_val(self.env()),
            sub_invokes: &[],
        };
        self.world
            .call_with(wallet, &self.contract, "redeem", args, &[transfer])
    }

    /// Redeems one of [`ITEM`] by a classic account, with a mocked signature: a test can't sign for one.
    pub fn redeem_by_account(&self, account: &Address) -> Outcome<()> {
        let client = self.client().mock_all_auths();
        let outcome = client.try_redeem(account, &self.hash(1), &order());
        self.env().set_auths(&[]);
        match outcome {
            Ok(_) => Ok(()),
            Err(Ok(error)) => Err(Failure::Contract(error.get_code())),
            Err(Err(_)) => Err(Failure::Host),
        }
    }

    pub fn made(&self, reference: u8) -> Option<Redemption> {
        let reference = self.hash(reference);
        self.client().redemption(&self.wallet(), &reference)
    }

    pub fn fulfil(&self, reference: u8) -> Outcome<()> {
        let args = (self.wallet(), self.hash(reference));
        self.call_as(roles::FULFIL, "fulfil", args)
    }

    pub fn cancel(&self, actor: &str, reference: u8) -> Outcome<()> {
        let args = (self.wallet(), self.hash(reference));
        self.call_as(actor, "cancel", args)
    }

    pub fn expire(&self, reference: u8) -> Outcome<()> {
        self.expire_of(&self.wallet(), reference)
    }

    pub fn expire_of(&self, wallet: &Address, reference: u8) -> Outcome<()> {
        self.call_unsigned("expire", (wallet, self.hash(reference)))
    }

    /// Withdraws without a signature.
    pub fn withdraw(&self, account: &Address) -> Outcome<i128> {
        self.call_unsigned("withdraw", (account,))
    }
}

/// Order of one [`ITEM`].
pub fn order() -> Order {
    Order {
        item: ITEM,
        quantity: 1,
        max_price: PRICE,
        fulfil_within: terms().fulfil_within,
        cancel_within: terms().cancel_within,
    }
}

/// Terms of [`ITEM`].
pub fn terms() -> Terms {
    Terms {
        merchant: MERCHANT,
        price: PRICE,
        active: true,
        fulfil_within: 7 * DAY,
        cancel_within: DAY,
        wallet_limit: None,
    }
}

pub fn error<T>(code: RedemptionError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}
