//! Campaigns that are drafted first.

use merit_common::roles;
use soroban_sdk::BytesN;

use crate::{Outcome, Terms, World};

impl World {
    /// A campaign without money; a manager's `fund` and `activate` come next.
    pub fn draft(&self, terms: &Terms) -> Outcome<u64> {
        let manager = self.holder(roles::MANAGER);
        let args = (
            manager,
            BytesN::from_array(&self.env, &[terms.reference; 32]),
            terms.merchant,
            terms.budget,
            terms.starts_at,
            terms.ends_at,
            terms.per_wallet_cap,
        );
        self.call(manager, &self.campaign, "draft", args)
    }
}
