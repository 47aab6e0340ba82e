//! Batches as a payer sends them, in an epoch that it has opened.

use merit_campaign::Campaign;
use merit_common::roles::DISTRIBUTOR;
use sha2::{Digest, Sha256};
use soroban_sdk::{
    xdr::{Limits, ScVal, WriteXdr},
    Address, Bytes, BytesN, Env, IntoVal, Map, Symbol, TryFromVal, Val, Vec,
};

use crate::{call::Outcome, payments::Payment, World, MERCHANT};

/// First schema of `distribution` that knows epochs.
const EPOCHS: u32 = 3;

/// A call of `distribution.pay`, well-formed until a test changes a field.
#[derive(Clone, Debug)]
pub struct Batch {
    pub epoch: u64,
    pub merchant: u64,
    pub campaign: u64,
    pub numbers: Bytes,
    pub references: Bytes,
    pub to: Vec<Address>,
    pub amounts: Vec<i128>,
}

impl Batch {
    /// A batch of [`MERCHANT`], as most campaigns of tests are.
    pub fn new(env: &Env, epoch: u64, campaign: u64, rows: &[Payment]) -> Self {
        let mut batch = Batch {
            epoch,
            merchant: MERCHANT,
            campaign,
            numbers: Bytes::new(env),
            references: Bytes::new(env),
            to: Vec::new(env),
            amounts: Vec::new(env),
        };
        for row in rows {
            batch.numbers.extend_from_array(&row.number.to_be_bytes());
            batch.references.append(row.reference.as_ref());
            batch.to.push_back(row.to.clone());
            batch.amounts.push_back(row.amount);
        }
        batch
    }

    /// Arguments after the operator.
    pub fn args(&self) -> Vec<Val> {
        let mut args: Vec<Val> = (self.epoch, self.merchant, self.campaign).into_val(self.to.env());
        args.append(&self.lists());
        args
    }

    pub fn args_by(&self, operator: &Address) -> Vec<Val> {
        let mut args = self.args();
        args.push_front(operator.to_val());
        args
    }

    /// Values that the operator signs: epoch, merchant, campaign, and the lists by their hash.
    pub fn signed(&self) -> Vec<Val> {
        let env = self.to.env();
        let lists = ScVal::try_from_val(env, &self.lists().to_val()).unwrap();
        let hash = Sha256::digest(lists.to_xdr(Limits::none()).unwrap());
        let hash = BytesN::from_array(env, &hash.into());
        (self.epoch, self.merchant, self.campaign, hash).into_val(env)
    }

    fn lists(&self) -> Vec<Val> {
        let (numbers, references) = (&self.numbers, &self.references);
        (numbers, references, &self.to, &self.amounts).into_val(self.to.env())
    }
}

/// A payment.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Key {
    pub merchant: u64,
    pub campaign: u64,
    pub number: u32,
    pub reference: [u8; 8],
}

/// The fingerprint that a payer who knows these payments has to name, written from the contract's page and not from its code.
pub fn fingerprint(paid: impl IntoIterator<Item = Key>) -> [u8; 128] {
    let mut sums = [0u64; 16];
    for key in paid {
        for (nth, sum) in sums.iter_mut().enumerate() {
            let hash = Sha256::new()
                .chain_update([nth as u8 / 4])
                .chain_update(key.merchant.to_be_bytes())
                .chain_update(key.campaign.to_be_bytes())
                .chain_update(key.number.to_be_bytes())
                .chain_update(key.reference)
                .finalize();
            let at = nth % 4 * 8;
            let lane = u64::from_be_bytes(hash[at..at + 8].try_into().unwrap());
            *sum = sum.wrapping_add(lane);
        }
    }
    sums.map(u64::to_be_bytes).concat().try_into().unwrap()
}

impl World {
    /// The distributor opens an epoch. It names the newest one, how many payments it knows of, and their fingerprint.
    pub fn open_epoch_knowing(
        &self,
        epoch: u64,
        paid: u64,
        fingerprint: &[u8; 128],
    ) -> Outcome<u64> {
        let distributor = self.holder(DISTRIBUTOR);
        let fingerprint = BytesN::from_array(&self.env, fingerprint);
        let args = (distributor, epoch, paid, fingerprint);
        self.call(distributor, &self.distribution, "open", args)
    }

    /// Opens an epoch with the fingerprint that the ledger has.
    pub fn open_epoch(&self, epoch: u64, paid: u64) -> Outcome<u64> {
        let fingerprint = self.distribution().batches().fingerprint;
        self.open_epoch_knowing(epoch, paid, &fingerprint.to_array())
    }

    /// Number of the newest batch.
    pub fn seq(&self) -> u64 {
        if self.knows_epochs() {
            return self.distribution().batches().seq;
        }
        self.call_unsigned(&self.distribution, "seq", ()).unwrap()
    }

    /// The newest epoch; the first one is opened.
    pub fn epoch(&self) -> Outcome<u64> {
        let batches = self.distribution().batches();
        match batches.epoch {
            0 => self.open_epoch(0, batches.paid),
            epoch => Ok(epoch),
        }
    }

    /// A batch of the newest epoch.
    pub fn batch(&self, campaign: u64, rows: &[Payment]) -> Batch {
        self.batch_of(self.epoch().unwrap(), campaign, rows)
    }

    /// A batch of the campaign's own merchant, where there is such a campaign.
    fn batch_of(&self, epoch: u64, campaign: u64, rows: &[Payment]) -> Batch {
        let found = self.call_unsigned::<Campaign>(&self.campaign, "get", (campaign,));
        Batch {
            merchant: found.map_or(MERCHANT, |campaign| campaign.merchant),
            ..Batch::new(&self.env, epoch, campaign, rows)
        }
    }

    /// Lowest number that a new reward may have.
    pub fn first_number(&self) -> u32 {
        if self.knows_epochs() {
            return self.distribution().first_number();
        }
        0
    }

    fn knows_epochs(&self) -> bool {
        !self.is_released() || self.distribution().version() >= EPOCHS
    }

    /// Pays in the newest epoch.
    pub fn pay(&self, campaign: u64, rows: &[Payment]) -> Outcome<()> {
        if !self.knows_epochs() {
            return self.pay_without_epoch(campaign, rows);
        }
        self.send(&self.batch_of(self.epoch()?, campaign, rows))
    }

    /// Pays and returns the result codes.
    pub fn results(&self, campaign: u64, rows: &[Payment]) -> std::vec::Vec<u8> {
        self.pay(campaign, rows).unwrap();
        self.reward().results
    }

    /// Signed by the distributor.
    pub fn send(&self, batch: &Batch) -> Outcome<()> {
        self.send_as(self.holder(DISTRIBUTOR), batch)
    }

    /// Signed by `operator`.
    pub fn send_as(&self, operator: &Address, batch: &Batch) -> Outcome<()> {
        let (signed, args) = (batch.signed(), batch.args_by(operator));
        self.call_signed_for(operator, &self.distribution, "pay", signed, args)
    }

    /// Sends the batch with the distributor's account as the operation's source, as payouts are sent.
    pub fn send_as_source(&self, distributor: &Address, batch: &Batch) -> Outcome<Val> {
        let (signed, args) = (batch.signed(), batch.args_by(distributor));
        self.call_as_source_for(distributor, &self.distribution, "pay", signed, args)
    }

    /// Pays as with releases before 0.3.0.
    fn pay_without_epoch(&self, campaign: u64, rows: &[Payment]) -> Outcome<()> {
        let rows = rows.iter().map(|row| self.record(row));
        let distributor = self.holder(DISTRIBUTOR);
        let args = (distributor, campaign, Vec::from_iter(&self.env, rows));
        self.call(distributor, &self.distribution, "pay", args)
    }

    fn record(&self, row: &Payment) -> Map<Symbol, Val> {
        let env = &self.env;
        let fields: [(&str, Val); 4] = [
            ("amount", row.amount.into_val(env)),
            ("number", row.number.into_val(env)),
            ("reference", row.reference.to_val()),
            ("to", row.to.to_val()),
        ];
        Map::from_array(
            env,
            fields.map(|(name, field)| (Symbol::new(env, name), field)),
        )
    }
}
