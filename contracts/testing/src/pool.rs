//! Calls of the pool, each signed for exactly one invocation.

use merit_common::roles::{APPOINTER, LIMITER, MANAGER, TREASURER, UNPAUSER};
use merit_pool::PoolError;
use soroban_sdk::{
    testutils::{Address as _, MockAuthInvoke},
    Address, Bytes, BytesN, IntoVal, Vec,
};

use crate::{Failure, Outcome, World, DAY};

pub fn error<T>(code: PoolError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}

impl World {
    /// Mints `amount` to a stranger who deposits it for the merchant.
    pub fn deposit(&self, merchant: u64, amount: i128) {
        let from = Address::generate(&self.env);
        self.asset.mint(&from, amount);
        self.deposit_from(&from, merchant, amount).unwrap();
    }

    pub fn deposit_from(&self, from: &Address, merchant: u64, amount: i128) -> Outcome<()> {
        let transfer = self.transfer(from, amount);
        let args = (from, merchant, amount);
        self.call_with(from, &self.pool, "deposit", args, &[transfer])
    }

    /// A grant by the treasurer, who must hold the amount.
    pub fn treasury_grant(&self, merchant: u64, amount: i128, reference: u8) -> Outcome<bool> {
        let treasurer = self.holder(TREASURER);
        let transfer = self.transfer(treasurer, amount);
        let reference = BytesN::from_array(&self.env, &[reference; 32]);
        let args = (treasurer, merchant, amount, reference);
        self.call_with(treasurer, &self.pool, "grant", args, &[transfer])
    }

    /// The SAC transfer into the pool that a depositor signs as well.
    fn transfer(&self, from: &Address, amount: i128) -> MockAuthInvoke<'_> {
        MockAuthInvoke {
            contract: &self.asset.sac,
            fn_name: "transfer",
            args: (from, &self.pool, amount).into_val(&self.env),
            sub_invokes: &[],
        }
    }

    /// Names the owner as the `appointer`, or as the present owner.
    pub fn set_owner(&self, operator: &Address, merchant: u64, owner: &Address) -> Outcome<()> {
        let args = (operator, merchant, owner);
        self.call(operator, &self.pool, "set_owner", args)
    }

    /// Accepts the balance as the owner that was named.
    pub fn apply_owner(&self, owner: &Address, merchant: u64) -> Outcome<()> {
        self.call(owner, &self.pool, "apply_owner", (owner, merchant))
    }

    /// Gives the merchant's balance its first owner, who may withdraw it a day later.
    pub fn first_owner(&self, merchant: u64, owner: &Address) {
        if self.name_first_owner(merchant, owner) {
            self.apply_owner(owner, merchant).unwrap();
        }
    }

    /// Names the first owner, who may accept now. False if it is the owner already.
    pub fn name_first_owner(&self, merchant: u64, owner: &Address) -> bool {
        // Before 0.3.0 it waited for nothing.
        let is_at_once = self.is_released();
        let operator = self.holder(if is_at_once { MANAGER } else { APPOINTER });
        self.set_owner(operator, merchant, owner).unwrap();
        if !is_at_once {
            self.advance(DAY);
        }
        !is_at_once
    }

    pub fn withdraw(
        &self,
        owner: &Address,
        merchant: u64,
        to: &Address,
        amount: i128,
    ) -> Outcome<()> {
        let args = (owner, merchant, to, amount);
        self.call(owner, &self.pool, "withdraw", args)
    }

    /// Reserves as `contract`, which needs the role `campaign`.
    pub fn reserve(&self, contract: &Address, merchant: u64, id: u64, amount: i128) -> Outcome<()> {
        let args = (contract, merchant, id, amount);
        self.call(contract, &self.pool, "reserve", args)
    }

    /// Raises a reserve as `contract`, which needs the role `campaign`.
    pub fn raise_reserve(&self, contract: &Address, id: u64, amount: i128) -> Outcome<()> {
        self.call(
            contract,
            &self.pool,
            "raise_reserve",
            (contract, id, amount),
        )
    }

    /// Releases a reserve as `contract`, which needs the role `campaign`.
    pub fn release(&self, contract: &Address, id: u64) -> Outcome<i128> {
        self.call(contract, &self.pool, "release", (contract, id))
    }

    /// Pays from a reserve as `contract`, which needs the role `campaign`. Returns the result codes.
    pub fn pay_reserve(
        &self,
        contract: &Address,
        id: u64,
        to: &[Address],
        amounts: &[i128],
    ) -> Outcome<std::vec::Vec<u8>> {
        let to = Vec::from_slice(&self.env, to);
        let amounts = Vec::from_slice(&self.env, amounts);
        let args = (contract, id, to, amounts);
        let results: Bytes = self.call(contract, &self.pool, "pay", args)?;
        Ok(results.iter().collect())
    }

    /// Sets the limit of a merchant, or the global one.
    pub fn set_limit(&self, merchant: Option<u64>, limit: i128) -> Outcome<()> {
        let limiter = self.holder(LIMITER);
        let args = (limiter, merchant, limit);
        self.call(limiter, &self.pool, "set_limit", args)
    }

    /// Undoes cuts of a limit.
    pub fn restore_limit(&self, merchant: Option<u64>) -> Outcome<()> {
        let unpauser = self.holder(UNPAUSER);
        let args = (unpauser, merchant);
        self.call(unpauser, &self.pool, "restore_limit", args)
    }

    /// Applies a waiting limit, without any signature.
    pub fn apply_limit(&self, merchant: Option<u64>) -> Outcome<()> {
        self.call_unsigned(&self.pool, "apply_limit", (merchant,))
    }
}
