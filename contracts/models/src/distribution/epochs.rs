//! Rules of epochs: one payer at a time, who knows of every payment before its own.

use merit_testing::merit_distribution::DistributionError;
use merit_testing::{Key, Outcome};

use super::{
    books::{reference, Books},
    error,
    steps::{Known, Off},
    Answer,
};

/// A payment that was never made.
const INVENTED: Key = Key {
    merchant: 1,
    campaign: 1,
    number: 7,
    reference: [7; 8],
};

impl Books {
    /// Payments that a payer knows of, in an order of its own.
    pub fn known(&self, known: Known) -> Vec<Key> {
        let mut keys = self.paid();
        keys.reverse();
        match known {
            Known::All => {}
            Known::Fewer => drop(keys.pop()),
            Known::More => keys.push(INVENTED),
            Known::Others => {
                if let Some(key) = keys.last_mut() {
                    *key = INVENTED;
                }
            }
        }
        keys
    }

    /// Works while everything is stopped.
    pub fn open(&mut self, epoch: Off, known: Known) -> Outcome<Answer> {
        if epoch.of(self.epoch) != self.epoch {
            return error(DistributionError::WrongEpoch);
        }
        let (known, paid) = (self.known(known), self.paid());
        if known.len() != paid.len() {
            return error(DistributionError::WrongPaid);
        }
        if !known.iter().all(|key| paid.contains(key)) {
            return error(DistributionError::WrongFingerprint);
        }
        self.epoch += 1;
        Ok(Answer::Id(self.epoch))
    }

    /// Payments of all campaigns, whatever was taken back since.
    pub fn paid(&self) -> Vec<Key> {
        let campaigns = (1..).zip(&self.campaigns);
        let keys = campaigns.flat_map(|(id, campaign)| {
            campaign.paid.iter().map(move |(number, paid)| Key {
                merchant: campaign.merchant as u64,
                campaign: id,
                number: *number,
                reference: reference(*number, paid.variant),
            })
        });
        keys.collect()
    }

    /// Requires the newest epoch that somebody opened, for a batch.
    pub fn require_epoch(&self, epoch: Off) -> Outcome<()> {
        if self.epoch == 0 || epoch.of(self.epoch) != self.epoch {
            return error(DistributionError::WrongEpoch);
        }
        Ok(())
    }
}
