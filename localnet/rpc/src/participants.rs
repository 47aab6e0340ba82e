//! Accounts and claimable balances that a transaction concerns, as Horizon counts them: they list it in their history.

use crate::{
    effects,
    envelope::{account_id, Summary},
    executed::{Change, Executed},
    movements,
    store::{EFFECTS, PAYMENT, SUCCESSFUL},
};
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountId, ClaimableBalanceId, Claimant, Hash, LedgerEntryData, LedgerKey, MuxedAccount,
    OperationBody, PublicKey, RevokeSponsorshipOp, ScAddress,
};

pub type AccountKey = [u8; 32];

pub fn key(account: &AccountId) -> AccountKey {
    let PublicKey::PublicKeyTypeEd25519(key) = &account.0;
    key.0
}

pub fn balance_key(id: &ClaimableBalanceId) -> [u8; 32] {
    let ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash(hash)) = id;
    *hash
}

/// Accounts and balances that take part in a transaction or an operation.
#[derive(Default)]
pub struct Participants {
    pub accounts: BTreeSet<AccountKey>,
    /// Claimable balances.
    pub balances: BTreeSet<[u8; 32]>,
    /// Accounts with an effect. Counted for whole transactions only.
    affected: BTreeSet<AccountKey>,
    /// True if Horizon lists it among the payments.
    pub payment: bool,
}

impl Participants {
    pub fn of_transaction(executed: &Executed) -> Self {
        let summary = Summary::of(executed.envelope);
        let mut all = Participants::default();
        all.add(&summary.source);
        all.add(&summary.fee_source);
        for index in 0..executed.operations().len() {
            let one = Participants::of_operation(executed, index);
            all.accounts.extend(one.accounts);
            all.balances.extend(one.balances);
            all.payment |= one.payment;
            // A transaction also concerns the accounts that it changes, as inflation does those that it pays.
            for change in executed.changes(index) {
                all.add_changed(&change);
            }
            all.affected.extend(effects::accounts(executed, index));
        }
        all.accounts.extend(&all.affected);
        all
    }

    /// Participants in operation `index`.
    pub fn of_operation(executed: &Executed, index: usize) -> Self {
        let mut found = Participants::default();
        found.add_muxed(&executed.source(index));
        let changes = executed.changes(index);
        match &executed.operations()[index].body {
            OperationBody::CreateAccount(op) => {
                found.add(&op.destination);
                found.payment = true;
            }
            OperationBody::Payment(op) => {
                found.add_muxed(&op.destination);
                found.payment = true;
            }
            OperationBody::AccountMerge(destination) => {
                found.add_muxed(destination);
                found.payment = true;
            }
            OperationBody::SetTrustLineFlags(op) => found.add(&op.trustor),
            OperationBody::AllowTrust(op) => found.add(&op.trustor),
            OperationBody::Clawback(op) => found.add_muxed(&op.from),
            OperationBody::CreateClaimableBalance(op) => {
                for Claimant::ClaimantTypeV0(claimant) in op.claimants.iter() {
                    found.add(&claimant.destination);
                }
            }
            OperationBody::ClaimClaimableBalance(op) => found.add_balance(&op.balance_id),
            OperationBody::ClawbackClaimableBalance(op) => found.add_balance(&op.balance_id),
            OperationBody::BeginSponsoringFutureReserves(op) => found.add(&op.sponsored_id),
            OperationBody::EndSponsoringFutureReserves => {
                if let Some(sponsor) = begin_sponsor(executed, index) {
                    found.add_muxed(&sponsor);
                }
            }
            OperationBody::RevokeSponsorship(op) => found.add_revoked(op),
            OperationBody::InvokeHostFunction(_) => {
                for movement in movements::of(executed.network_id, executed.events(index)) {
                    found.payment = true;
                    for address in [&movement.from, &movement.to].into_iter().flatten() {
                        if let ScAddress::Account(account) = address {
                            found.add(account);
                        }
                    }
                }
                for entry in changes
                    .iter()
                    .filter_map(|change| change.after.or(change.before))
                {
                    found.add_entry(&entry.to_key());
                }
            }
            _ => {}
        }
        for change in &changes {
            let entries = [change.before, change.after].into_iter().flatten();
            for entry in entries {
                if let LedgerEntryData::ClaimableBalance(balance) = &entry.data {
                    found.add_balance(&balance.balance_id);
                }
            }
        }
        if let Some(sponsor) = effects::sponsor_of_created(executed, index, &changes) {
            found.add(&sponsor);
        }
        found
    }

    /// The sum of flags for a transaction as a whole.
    pub fn kind(&self, success: bool) -> u8 {
        self.flags(success, !self.affected.is_empty())
    }

    /// Each account and claimable balance, with the sum of its flags.
    pub fn rows(&self, success: bool) -> impl Iterator<Item = (&[u8; 32], u8)> {
        self.accounts
            .union(&self.balances)
            .map(move |key| (key, self.flags(success, self.affected.contains(key))))
    }

    fn flags(&self, success: bool, effects: bool) -> u8 {
        u8::from(success) * SUCCESSFUL
            + u8::from(self.payment) * PAYMENT
            + u8::from(effects) * EFFECTS
    }

    fn add(&mut self, account: &AccountId) {
        self.accounts.insert(key(account));
    }

    fn add_muxed(&mut self, account: &MuxedAccount) {
        self.add(&account_id(account));
    }

    fn add_balance(&mut self, id: &ClaimableBalanceId) {
        self.balances.insert(balance_key(id));
    }

    fn add_changed(&mut self, change: &Change) {
        for entry in [change.before, change.after].into_iter().flatten() {
            if let LedgerEntryData::Account(account) = &entry.data {
                self.add(&account.account_id);
            }
        }
    }

    fn add_revoked(&mut self, op: &RevokeSponsorshipOp) {
        match op {
            RevokeSponsorshipOp::Signer(signer) => self.add(&signer.account_id),
            RevokeSponsorshipOp::LedgerEntry(key) => self.add_entry(key),
        }
    }

    fn add_entry(&mut self, key: &LedgerKey) {
        match key {
            LedgerKey::Account(key) => self.add(&key.account_id),
            LedgerKey::Trustline(key) => self.add(&key.account_id),
            LedgerKey::Data(key) => self.add(&key.account_id),
            LedgerKey::ClaimableBalance(key) => self.add_balance(&key.balance_id),
            _ => {}
        }
    }
}

/// Source of the operation that began the sponsorship which operation `index` ends. A failed transaction may have begun another
/// one, so nobody is named for it.
pub fn begin_sponsor(executed: &Executed, index: usize) -> Option<MuxedAccount> {
    if !executed.success {
        return None;
    }
    let sponsored = account_id(&executed.source(index));
    let before = &executed.operations()[..index];
    let begun = before.iter().rposition(|operation| {
        matches!(&operation.body, OperationBody::BeginSponsoringFutureReserves(op) if op.sponsored_id == sponsored)
    })?;
    Some(executed.source(begun))
}
