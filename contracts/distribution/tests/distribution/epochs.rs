//! Only one payer pays at a time, and it knows every payment before its own.

use merit_common::{result::NO_TRUSTLINE, roles::DISTRIBUTOR};
use merit_distribution::{Batches, DistributionError, EpochOpened};
use merit_testing::{
    distribution::error, fingerprint, payments, reference, Batch, Key, Line, Outcome, Terms, World,
    FIRST,
};
use soroban_sdk::{testutils::Events as _, Address, BytesN, Event as _};

struct Payer {
    world: World,
    campaign: u64,
    to: Address,
}

impl Payer {
    fn new() -> Self {
        let world = World::new();
        Payer {
            campaign: world.open_campaign(&Terms::default()),
            to: world.asset.holder(Line::default()),
            world,
        }
    }

    fn pay(&self, epoch: u64, index: u32) -> Outcome<()> {
        let rows = payments(&self.world.env, FIRST + index, [&self.to], 10);
        let batch = Batch::new(&self.world.env, epoch, self.campaign, &rows);
        self.world.send(&batch)
    }

    fn batches(&self) -> Batches {
        self.world.distribution().batches()
    }

    /// Key of a payment that [`Payer::pay`] makes.
    fn key(&self, index: u32) -> Key {
        let reference = reference(&self.world.env, FIRST + index).to_array();
        Key {
            merchant: Terms::default().merchant,
            campaign: self.campaign,
            number: FIRST + index,
            reference,
        }
    }

    /// Opens an epoch with the payer's own account of its payments.
    fn open_knowing(&self, known: &[Key]) -> Outcome<u64> {
        let epoch = self.batches().epoch;
        let fingerprint = fingerprint(known.iter().copied());
        let paid = known.len() as u64;
        self.world.open_epoch_knowing(epoch, paid, &fingerprint)
    }
}

#[test]
fn nobody_pays_before_an_epoch_is_opened() {
    let payer = Payer::new();
    let none = Batches {
        epoch: 0,
        seq: 0,
        paid: 0,
        fingerprint: BytesN::from_array(&payer.world.env, &[0; 128]),
        tops: BytesN::from_array(&payer.world.env, &[0; 32]),
    };
    assert_eq!(payer.batches(), none);
    for epoch in [0, 1] {
        let refused = error(DistributionError::WrongEpoch);
        assert_eq!(payer.pay(epoch, 1), refused);
    }
    assert_eq!(payer.world.open_epoch(0, 0), Ok(1));
    assert_eq!(payer.pay(1, 1), Ok(()));
}

#[test]
fn an_older_epoch_never_pays() {
    let payer = Payer::new();
    assert_eq!(payer.world.open_epoch(0, 0), Ok(1));
    assert_eq!(payer.pay(1, 1), Ok(()));
    assert_eq!(payer.world.open_epoch(1, 1), Ok(2));
    for epoch in [0, 1, 3, u64::MAX] {
        let refused = error(DistributionError::WrongEpoch);
        assert_eq!(payer.pay(epoch, 2), refused);
    }
    assert_eq!(payer.world.asset.balance(&payer.to), 10);
    assert_eq!(payer.pay(2, 2), Ok(()));
}

#[test]
fn only_a_payer_that_knows_every_payment_opens_an_epoch() {
    let payer = Payer::new();
    let open = |epoch, paid| payer.world.open_epoch(epoch, paid);
    let (wrong_epoch, wrong_paid) = (
        error(DistributionError::WrongEpoch),
        error(DistributionError::WrongPaid),
    );
    assert_eq!(open(0, 1), wrong_paid);
    assert_eq!(open(1, 0), wrong_epoch);
    assert_eq!(open(0, 0), Ok(1));
    assert_eq!(payer.pay(1, 1), Ok(()));
    assert_eq!(payer.pay(1, 2), Ok(()));
    for paid in [0, 1, 3] {
        assert_eq!(open(1, paid), wrong_paid);
    }
    // As it was before somebody else opened one.
    assert_eq!(open(0, 2), wrong_epoch);
    assert_eq!(open(1, 2), Ok(2));
    assert_eq!(open(1, 2), wrong_epoch);
    // A payment that failed, or was made before, doesn't count.
    assert_eq!(payer.pay(2, 2), Ok(()));
    let lineless = payer.world.asset.account();
    let batch = payments(&payer.world.env, FIRST + 3, &[lineless], 10);
    assert_eq!(payer.world.results(payer.campaign, &batch), [NO_TRUSTLINE]);
    assert_eq!(open(2, 3), wrong_paid);
    assert_eq!(open(2, 2), Ok(3));
}

#[test]
fn the_same_number_of_other_payments_opens_no_epoch() {
    let payer = Payer::new();
    assert_eq!(payer.open_knowing(&[]), Ok(1));
    for index in [1, 2, 3] {
        assert_eq!(payer.pay(1, index), Ok(()));
    }
    let [one, two, three] = [1, 2, 3].map(|index| payer.key(index));
    let wrong = error(DistributionError::WrongFingerprint);
    for other in [
        Key {
            merchant: three.merchant + 1,
            ..three
        },
        Key {
            campaign: three.campaign + 1,
            ..three
        },
        Key {
            number: three.number + 1,
            ..three
        },
        Key {
            reference: [1; 8],
            ..three
        },
        two,
    ] {
        assert_eq!(payer.open_knowing(&[one, two, other]), wrong);
    }
    for few in [&[one, two][..], &[one, two, three, payer.key(4)]] {
        let refused = error(DistributionError::WrongPaid);
        assert_eq!(payer.open_knowing(few), refused);
    }
    // Whatever the order, and in one batch or in several.
    assert_eq!(payer.open_knowing(&[three, one, two]), Ok(2));
    let env = &payer.world.env;
    let both = payments(env, FIRST + 4, [&payer.to, &payer.to], 10);
    assert_eq!(payer.world.pay(payer.campaign, &both), Ok(()));
    let all = [5, 2, 4, 3, 1].map(|index| payer.key(index));
    assert_eq!(payer.open_knowing(&all), Ok(3));
}

#[test]
fn a_batch_that_names_the_wrong_merchant_pays_nothing() {
    let payer = Payer::new();
    assert_eq!(payer.world.open_epoch(0, 0), Ok(1));
    let rows = payments(&payer.world.env, FIRST + 1, [&payer.to], 10);
    let right = payer.world.batch(payer.campaign, &rows);
    for merchant in [0, right.merchant + 1, u64::MAX] {
        let wrong = Batch {
            merchant,
            ..right.clone()
        };
        let refused = error(DistributionError::WrongMerchant);
        assert_eq!(payer.world.send(&wrong), refused);
    }
    assert_eq!(payer.world.asset.balance(&payer.to), 0);
    assert_eq!((payer.batches().seq, payer.batches().paid), (0, 0));
    assert_eq!(payer.world.send(&right), Ok(()));
}

#[test]
fn an_opening_changes_only_the_epoch() {
    let payer = Payer::new();
    assert_eq!(payer.world.open_epoch(0, 0), Ok(1));
    assert_eq!(payer.pay(1, 7), Ok(()));
    let before = payer.batches();
    assert_eq!(
        (before.epoch, before.seq, before.paid, before.tops.get(7)),
        (1, 1, 1, Some(7))
    );
    assert_eq!(payer.world.open_epoch(1, 1), Ok(2));
    let event = EpochOpened {
        epoch: 2,
        seq: 1,
        paid: 1,
        operator: payer.world.holder(DISTRIBUTOR).clone(),
    };
    let contract = &payer.world.distribution;
    let emitted = payer.world.env.events().all();
    assert_eq!(
        emitted.filter_by_contract(contract).events(),
        [event.to_xdr(&payer.world.env, contract)]
    );
    let after = Batches { epoch: 2, ..before };
    assert_eq!(payer.batches(), after);
}
