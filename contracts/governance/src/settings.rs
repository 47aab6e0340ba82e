//! Settings that a vote may change, and their bounds: no vote may lock everybody out or rush the next one.

use merit_common::{amount, ttl};
use soroban_sdk::{contracttype, panic_with_error, Env};

use crate::{
    classes::Class, errors::GovernanceError, events::SettingsSet, history, proposals::QUEUE_WINDOW,
    storage, upgrades,
};

const DAY: u64 = 86_400;
/// Seconds per ledger if ledgers close slowly, to compare votes with warm-up and cool-down.
const LEDGER: u64 = 6;
/// Seconds that stakers have at least to answer a new stake with a proposal of their own.
const ANSWER: u64 = 7 * DAY;

/// The quorum and the majority that a class of actions needs.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rules {
    /// Votes for and abstentions, basis points of all stakes: 1 % to 60 %.
    pub quorum_bps: u32,
    /// Votes for, basis points of for and against: 50 % (and more for than against) to 90 %.
    pub threshold_bps: u32,
}

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Settings {
    /// Votes that a proposer needs, stroops.
    pub proposal_threshold: i128,
    // Keeps the first stakers from deciding alone.
    /// Least quorum of any class, stroops.
    pub quorum_floor: i128,
    // Stakers with votes can decide about a new stake before it counts.
    /// Seconds from a stake to its votes: at least as long as a proposal takes, and 7 days more; at most 180 days.
    /// A change also applies to stakes that already warm up.
    pub warm_up: u64,
    /// Ledgers from a proposal to its vote: one day to 14 days.
    pub voting_delay: u32,
    /// Ledgers: one day to 30 days.
    pub voting_period: u32,
    /// Ledgers that a vote lasts once its quorum is reached, at most the voting period.
    pub late_extension: u32,
    /// Seconds between queue and execution: one day to 30 days.
    pub delay: u64,
    /// Seconds that it may then be executed: one day to 30 days.
    pub grace: u64,
    // Voters still have tokens here when the proposal runs.
    /// Seconds that unstaked tokens stay locked: at least as long as a proposal can take from the start of its vote to
    /// the end of its grace, at most 180 days.
    pub cooldown: u64,
    /// Unix second at which the veto ends, at most a year ahead.
    pub veto_until: u64,
    pub parameter: Rules,
    pub treasury: Rules,
    /// At least as strict as the two others.
    pub upgrade: Rules,
}

impl Settings {
    pub fn rules(&self, class: Class) -> &Rules {
        match class {
            Class::Parameter => &self.parameter,
            Class::Treasury => &self.treasury,
            Class::Upgrade => &self.upgrade,
        }
    }

    fn is_valid(&self, env: &Env) -> bool {
        self.has_valid_amounts() && self.has_valid_times(env) && self.has_valid_rules()
    }

    fn has_valid_amounts(&self) -> bool {
        amount::is_valid(self.proposal_threshold) && amount::is_valid(self.quorum_floor)
    }

    fn has_valid_times(&self, env: &Env) -> bool {
        let window = DAY..=30 * DAY;
        let latest_veto = env.ledger().timestamp().saturating_add(365 * DAY);
        (ttl::DAY..=14 * ttl::DAY).contains(&self.voting_delay)
            && (ttl::DAY..=30 * ttl::DAY).contains(&self.voting_period)
            && self.late_extension <= self.voting_period
            && window.contains(&self.delay)
            && window.contains(&self.grace)
            && (self.least_warm_up()..=180 * DAY).contains(&self.warm_up)
            && (self.least_cooldown()..=180 * DAY).contains(&self.cooldown)
            && self.veto_until <= latest_veto
    }

    fn least_warm_up(&self) -> u64 {
        u64::from(self.voting_delay) * LEDGER + self.vote() + self.delay + ANSWER
    }

    fn least_cooldown(&self) -> u64 {
        self.vote() + u64::from(QUEUE_WINDOW) * LEDGER + self.delay + self.grace
    }

    /// Seconds that a vote lasts at most.
    fn vote(&self) -> u64 {
        (u64::from(self.voting_period) + u64::from(self.late_extension)) * LEDGER
    }

    fn has_valid_rules(&self) -> bool {
        [&self.parameter, &self.treasury, &self.upgrade]
            .into_iter()
            .all(|rules| {
                (100..=6_000).contains(&rules.quorum_bps)
                    && (5_000..=9_000).contains(&rules.threshold_bps)
                    && rules.quorum_bps <= self.upgrade.quorum_bps
                    && rules.threshold_bps <= self.upgrade.threshold_bps
            })
    }
}

/// The settings as release 0.2.0 stored them.
#[contracttype]
pub struct OldSettings {
    pub proposal_threshold: i128,
    pub quorum_floor: i128,
    pub voting_period: u32,
    pub late_extension: u32,
    pub delay: u64,
    pub grace: u64,
    pub cooldown: u64,
    pub veto_until: u64,
    pub parameter: Rules,
    pub treasury: Rules,
    pub upgrade: Rules,
}

impl From<OldSettings> for Settings {
    /// Takes the shortest valid times for those that it lacks.
    fn from(old: OldSettings) -> Self {
        let mut settings = Settings {
            proposal_threshold: old.proposal_threshold,
            quorum_floor: old.quorum_floor,
            warm_up: 0,
            voting_delay: ttl::DAY,
            voting_period: old.voting_period,
            late_extension: old.late_extension,
            delay: old.delay,
            grace: old.grace,
            cooldown: old.cooldown,
            veto_until: old.veto_until,
            parameter: old.parameter,
            treasury: old.treasury,
            upgrade: old.upgrade,
        };
        settings.warm_up = settings.least_warm_up();
        settings.cooldown = settings.cooldown.max(settings.least_cooldown());
        settings
    }
}

pub fn require_valid(env: &Env, settings: &Settings) {
    if !settings.is_valid(env) {
        panic_with_error!(env, GovernanceError::InvalidSettings);
    }
}

/// Only a vote may do this. Proposals under way keep their terms. Thresholds above what is staked would stop every further
/// proposal, also the one that repairs it.
pub fn change(env: &Env, settings: Settings) {
    require_valid(env, &settings);
    let staked = history::now(env, &env.current_contract_address());
    if settings.proposal_threshold > staked || settings.quorum_floor > staked {
        panic_with_error!(env, GovernanceError::InvalidSettings);
    }
    let before = storage::settings(env).cooldown;
    upgrades::prolong_notice(env, settings.cooldown.saturating_sub(before));
    storage::set_settings(env, &settings);
    SettingsSet { settings }.publish(env);
}
