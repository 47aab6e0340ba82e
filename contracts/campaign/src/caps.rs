//! Cap per wallet. Only campaigns that set one pay for its entries: a ledger takes 1,000 writes in all.

use soroban_sdk::{Address, Env, Map};

use crate::storage;

/// Sums that the wallets of one batch have received and are about to receive, stroops.
pub struct Caps {
    campaign: u64,
    cap: Option<i128>,
    planned: Map<Address, i128>,
}

impl Caps {
    pub fn new(env: &Env, campaign: u64, cap: Option<i128>) -> Self {
        Caps {
            campaign,
            cap,
            planned: Map::new(env),
        }
    }

    /// True if the campaign has a cap.
    pub fn are_set(&self) -> bool {
        self.cap.is_some()
    }

    /// Plans a payment. False if the cap leaves no room, counting this batch's earlier payments to the wallet
    /// even if one of them turns out unpaid: the cap errs on the safe side, and a retry has room again.
    pub fn admit(&mut self, env: &Env, wallet: &Address, amount: i128) -> bool {
        let Some(cap) = self.cap else { return true };
        let before = match self.planned.get(wallet.clone()) {
            Some(planned) => planned,
            None => storage::wallet_spent(env, self.campaign, wallet),
        };
        let after = before + amount;
        if after > cap {
            return false;
        }
        self.planned.set(wallet.clone(), after);
        true
    }

    /// Records a payment that was made, of a campaign with a cap.
    pub fn record(&self, env: &Env, wallet: &Address, amount: i128) {
        let spent = storage::wallet_spent(env, self.campaign, wallet) + amount;
        storage::set_wallet_spent(env, self.campaign, wallet, spent);
    }
}
