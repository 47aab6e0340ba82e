//! The invariants: what the contracts say against what should be so.

use std::collections::BTreeSet;

use merit_testing::merit_distribution::{Batches, DistributionError};
use merit_testing::{fingerprint, Outcome, NUMBERS};
use soroban_sdk::{xdr::ScVal, BytesN, Vec as List};

use super::{
    books::{reference, ISSUER, LINELESS, MERCHANTS, OPEN_DELAY, SMALL, SMALL_LINE, WALLETS},
    error, periods, steps, Distribution,
};
use crate::{holds, same};

impl Distribution {
    pub fn check(&self) -> Result<(), String> {
        self.numbers_are_paid_at_most_once()?;
        self.marks_outlive_their_numbers()?;
        self.epoch_and_batches_are_known()?;
        self.paid_and_left_make_up_each_budget()?;
        self.leaves_are_paid_at_most_once()?;
        self.no_drop_pays_before_it_may()?;
        self.money_is_neither_made_nor_lost()
    }

    /// Marks are those of the numbers that were paid; that each brought its money once, the wallets' balances show.
    fn numbers_are_paid_at_most_once(&self) -> Result<(), String> {
        let (ledger, now) = (self.ledger(), periods::of_ledger(self.ledger()));
        for (id, campaign) in (1..).zip(&self.books.campaigns) {
            let paid = campaign.paid.keys().copied();
            let current = steps::indexes().map(|index| now * NUMBERS + index);
            let asked: BTreeSet<u32> = paid.chain(current).collect();
            let (known, unknown): (Vec<_>, Vec<_>) = asked
                .into_iter()
                .partition(|number| periods::is_known(*number, ledger));
            let marks = self.status(id, &known);
            same!(marks.is_ok(), true, "the ledger knows {known:?}");
            for (number, mark) in known.into_iter().zip(marks.unwrap_or_default()) {
                let paid = campaign.paid.get(&number);
                let expected = paid.map_or([0; 8], |paid| reference(number, paid.variant));
                same!(mark, expected, "mark of {number} in {id}");
            }
            for number in unknown {
                let expired = error(DistributionError::NumberExpired);
                same!(self.status(id, &[number]), expired, "{number} in {id}");
            }
        }
        Ok(())
    }

    fn status(&self, campaign: u64, numbers: &[u32]) -> Outcome<Vec<[u8; 8]>> {
        let world = &self.setup.world;
        let args = (campaign, List::from_slice(self.setup.env(), numbers));
        let marks: Outcome<List<BytesN<8>>> =
            world.call_unsigned(&world.distribution, "status", args);
        marks.map(|marks| marks.iter().map(|mark| mark.to_array()).collect())
    }

    /// Each to the same ledger, whenever it was made and whatever was paid after that.
    fn marks_outlive_their_numbers(&self) -> Result<(), String> {
        let world = &self.setup.world;
        for (key, last) in world.temporary_entries(&world.distribution) {
            let ScVal::Vec(Some(key)) = &key else {
                return Err(format!("a temporary entry {key:?}"));
            };
            let ScVal::U32(chunk) = key[2] else {
                return Err(format!("a temporary entry {key:?}"));
            };
            same!(Some(last), periods::last_ledger(chunk * 256), "{key:?}");
        }
        Ok(())
    }

    fn epoch_and_batches_are_known(&self) -> Result<(), String> {
        let client = self.setup.world.distribution();
        let paid = self.books.paid();
        let batches = client.batches();
        let expected = Batches {
            epoch: self.books.epoch,
            seq: self.books.batches,
            paid: paid.len() as u64,
            fingerprint: BytesN::from_array(&self.setup.world.env, &fingerprint(paid)),
            tops: batches.tops.clone(),
        };
        same!(batches, expected);
        let now = periods::of_ledger(self.ledger());
        same!(client.first_number(), now * NUMBERS);
        let tops = batches.tops.to_array();
        let tops = tops.as_chunks::<4>().0.iter();
        let tops: BTreeSet<u32> = tops.map(|top| u32::from_be_bytes(*top)).collect();
        for (period, top) in self.books.tops.range(now.saturating_sub(3)..) {
            holds!(tops.contains(top), "no mark of {period} lies above {top}");
        }
        Ok(())
    }

    fn paid_and_left_make_up_each_budget(&self) -> Result<(), String> {
        let world = &self.setup.world;
        for (id, campaign) in (1..).zip(&self.books.campaigns) {
            let spent = world.campaigns().get(&id).spent;
            same!(spent, campaign.spent(), "spent by {id}");
            let reserved = world.pool().reserved(&world.campaign, &id);
            same!(reserved, campaign.left(), "left of {id}");
            holds!(spent + reserved <= campaign.budget);
        }
        Ok(())
    }

    fn leaves_are_paid_at_most_once(&self) -> Result<(), String> {
        let client = self.setup.world.distribution();
        for (id, entry) in (1..).zip(&self.books.drops) {
            let drop = client.drop(&id);
            let left = self.setup.reserved(id);
            let swept = entry.swept.unwrap_or(0);
            same!((drop.paid, left), (entry.paid(), entry.left()), "drop {id}");
            same!(
                drop.paid + swept + left,
                drop.total,
                "funded is all of {id}"
            );
            same!(drop.swept, entry.swept.is_some());
            let bits = client.claims(&id, &0);
            let leaves = 0..entry.leaves.len();
            let claimed =
                leaves.filter(|leaf| bits.get(0).is_some_and(|bits| bits >> leaf & 1 == 1));
            let paid: BTreeSet<usize> = entry.paid.iter().copied().collect();
            same!(paid.len(), entry.paid.len(), "a leaf of {id} twice");
            same!(claimed.collect::<BTreeSet<_>>(), paid, "claims of {id}");
        }
        Ok(())
    }

    /// Only its merchant's owner makes a drop pay within the delay from its creation.
    fn no_drop_pays_before_it_may(&self) -> Result<(), String> {
        for (id, entry) in (1..).zip(&self.books.drops) {
            let Some(at) = entry.first_paid else { continue };
            holds!(
                at >= entry.created + OPEN_DELAY || entry.opened.is_some_and(|opened| at >= opened)
            );
            let drop = self.setup.world.distribution().drop(&id);
            same!(drop.opened_at, entry.opened, "drop {id}");
        }
        Ok(())
    }

    fn money_is_neither_made_nor_lost(&self) -> Result<(), String> {
        let (world, books) = (&self.setup.world, &self.books);
        for merchant in 0..MERCHANTS {
            let free = world.pool().balance(&(merchant as u64));
            same!(free, books.free[merchant], "free of {merchant}");
        }
        for wallet in (0..WALLETS).filter(|wallet| ![LINELESS, ISSUER].contains(wallet)) {
            let balance = world.asset.balance(&self.wallets[wallet]);
            same!(balance, books.balance(wallet), "balance of {wallet}");
        }
        holds!(books.balance(SMALL) <= SMALL_LINE);
        same!(world.asset.balance(&self.owner), books.withdrawn);
        let held = world.asset.balance(&world.pool);
        same!(held, books.deposited - books.withdrawn - books.paid_out());
        same!(held, books.owed());
        Ok(())
    }
}
