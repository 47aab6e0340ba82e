//! A referral contract beside the deployed system, with one programme.

use merit_common::roles;
use merit_referral::{Programme, Referral, ReferralClient, ReferralError, Reward};
use soroban_sdk::{testutils::MockAuthInvoke, Address, IntoVal};

use crate::{
    subject::subject, Actors, Asset, Failure, Outcome, Subject, World, DAY, MERCHANT, START,
};

pub const BONUS_REFERRER: i128 = 100;
pub const BONUS_NEWCOMER: i128 = 40;
/// Cap of each referrer.
pub const CAP: i128 = 250;
pub const BUDGET: i128 = 1_000;
/// Seconds that a programme runs.
pub const WINDOW: u64 = 60 * DAY;
/// Seconds.
pub const CLAWBACK: u64 = 14 * DAY;
/// Seconds in which a bonus can be claimed.
pub const CLAIM_WINDOW: u64 = 180 * DAY;
/// Balance of the sponsor at the start.
pub const FUNDS: i128 = 10_000;

pub struct Setup {
    pub world: World,
    pub contract: Address,
    actors: Actors,
}

subject!(Setup);

impl Setup {
    /// A programme without funds; the referrer has enrolled.
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        Self::over(World::new())
    }

    /// Like [`Setup::new`], in a world that exists.
    pub fn over(world: World) -> Self {
        let args = (&world.admin, &world.state, &world.asset.sac);
        let setup = Setup {
            contract: world.register(Referral, "referral", args),
            actors: world.actors(&["sponsor", "newcomer", "referrer"]),
            world,
        };
        let world = &setup.world;
        world.asset.mint(&setup.actor("sponsor"), FUNDS);
        setup.set_programme(&setup.terms()).unwrap();
        setup.enrol(&setup.actor("referrer")).unwrap();
        setup
    }

    /// A funded programme; the newcomer is bound to the referrer.
    pub fn bound() -> Self {
        let setup = Setup::new();
        setup.fund(BUDGET).unwrap();
        let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
        setup.bind(&newcomer, &referrer).unwrap();
        setup
    }

    /// The newcomer's reward is pending.
    pub fn qualified() -> Self {
        let setup = Setup::bound();
        setup.qualify(&setup.actor("newcomer")).unwrap();
        setup
    }

    pub fn terms(&self) -> Programme {
        Programme {
            sponsor: self.actor("sponsor"),
            bonus_referrer: BONUS_REFERRER,
            bonus_newcomer: BONUS_NEWCOMER,
            referrer_cap: CAP,
            budget: BUDGET,
            starts_at: START,
            ends_at: START + WINDOW,
            clawback_window: CLAWBACK,
        }
    }

    pub fn client(&self) -> ReferralClient<'static> {
        ReferralClient::new(self.env(), &self.contract)
    }

    pub fn asset(&self) -> &Asset {
        &self.world.asset
    }

    pub fn balance(&self, actor: &str) -> i128 {
        self.asset().balance(&self.actor(actor))
    }

    pub fn enrol(&self, referrer: &Address) -> Outcome<()> {
        self.call(referrer, "enrol", (referrer,))
    }

    pub fn bind(&self, newcomer: &Address, referrer: &Address) -> Outcome<()> {
        self.call(newcomer, "bind", (newcomer, referrer))
    }

    pub fn set_programme(&self, terms: &Programme) -> Outcome<()> {
        self.set_programme_of(MERCHANT, terms)
    }

    pub fn set_programme_of(&self, merchant: u64, terms: &Programme) -> Outcome<()> {
        self.call_as(roles::MANAGER, "set_programme", (merchant, terms.clone()))
    }

    pub fn fund(&self, amount: i128) -> Outcome<()> {
        self.fund_by(&self.actor("sponsor"), MERCHANT, amount)
    }

    pub fn fund_by(&self, sponsor: &Address, merchant: u64, amount: i128) -> Outcome<()> {
        let transfer = MockAuthInvoke {
            contract: &self.asset().sac,
            fn_name: "transfer",
            args: (sponsor, &self.contract, amount).into_val(self.env()),
            sub_invokes: &[],
        };
        let args = (sponsor, merchant, amount);
        self.world
            .call_with(sponsor, &self.contract, "fund", args, &[transfer])
    }

    pub fn qualify(&self, newcomer: &Address) -> Outcome<()> {
        self.qualify_for(MERCHANT, newcomer)
    }

    pub fn qualify_for(&self, merchant: u64, newcomer: &Address) -> Outcome<()> {
        self.call_as(roles::QUALIFY, "qualify", (merchant, newcomer))
    }

    pub fn revoke(&self, newcomer: &Address) -> Outcome<()> {
        self.revoke_of(MERCHANT, newcomer)
    }

    pub fn revoke_of(&self, merchant: u64, newcomer: &Address) -> Outcome<()> {
        self.call_as(roles::MANAGER, "revoke", (merchant, newcomer))
    }

    pub fn claim(&self, account: &Address, newcomer: &Address) -> Outcome<i128> {
        self.claim_of(MERCHANT, account, newcomer)
    }

    pub fn claim_of(&self, merchant: u64, account: &Address, newcomer: &Address) -> Outcome<i128> {
        self.call(account, "claim", (account, merchant, newcomer))
    }

    pub fn expire(&self, newcomer: &Address) -> Outcome<i128> {
        self.expire_of(MERCHANT, newcomer)
    }

    pub fn expire_of(&self, merchant: u64, newcomer: &Address) -> Outcome<i128> {
        self.call_unsigned("expire", (merchant, newcomer))
    }

    /// The newcomer's reward in the programme of [`MERCHANT`].
    pub fn reward(&self, newcomer: &Address) -> Option<Reward> {
        self.client().reward(&MERCHANT, newcomer)
    }

    pub fn leave(&self) -> Outcome<i128> {
        self.leave_of(MERCHANT, &self.actor("sponsor"))
    }

    pub fn leave_of(&self, merchant: u64, sponsor: &Address) -> Outcome<i128> {
        self.call(sponsor, "leave", (sponsor, merchant))
    }

    /// Withdraws without a signature.
    pub fn withdraw(&self, account: &Address) -> Outcome<i128> {
        self.call_unsigned("withdraw", (account,))
    }

    pub fn settle(&self) -> Outcome<i128> {
        self.settle_of(MERCHANT)
    }

    pub fn settle_of(&self, merchant: u64) -> Outcome<i128> {
        self.call_unsigned("settle", (merchant,))
    }
}

pub fn error<T>(code: ReferralError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}
