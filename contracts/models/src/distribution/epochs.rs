//! Rules of epochs: one payer at a time, who knows of every payment before its own.

use merit_distribution::DistributionError;
use merit_testing::Outcome;

use super::{books::Books, error, steps::Off, Answer};

impl Books {
    /// What a payer names, and whether that is right.
    pub fn named(&self, epoch: Off, paid: Off) -> (u64, u64) {
        (epoch.of(self.epoch), paid.of(self.paid()))
    }

    /// Works while everything is stopped.
    pub fn open(&mut self, epoch: Off, paid: Off) -> Outcome<Answer> {
        let (named_epoch, named_paid) = self.named(epoch, paid);
        if named_epoch != self.epoch {
            return error(DistributionError::WrongEpoch);
        }
        if named_paid != self.paid() {
            return error(DistributionError::WrongPaid);
        }
        self.epoch += 1;
        Ok(Answer::Id(self.epoch))
    }

    /// Of all campaigns, whatever was taken back since.
    pub fn paid(&self) -> u64 {
        let paid = self.campaigns.iter().map(|campaign| campaign.paid.len());
        paid.sum::<usize>() as u64
    }

    /// For a batch: the newest epoch that somebody opened.
    pub fn require_epoch(&self, epoch: Off) -> Outcome<()> {
        if self.epoch == 0 || epoch.of(self.epoch) != self.epoch {
            return error(DistributionError::WrongEpoch);
        }
        Ok(())
    }
}
