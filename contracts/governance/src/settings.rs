//! What a vote may change, and within which bounds: no vote may lock everybody out or rush the next one.

use merit_common::{amount, ttl};
use soroban_sdk::{contracttype, panic_with_error, Env};

use crate::{classes::Class, errors::GovernanceError, events::SettingsSet, history, storage};

const DAY: u64 = 86_400;
/// Seconds per ledger, to compare the voting period with the cool-down.
const LEDGER: u64 = 5;

/// What a class of actions needs to pass.
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
    /// Ledgers: one day to 30 days.
    pub voting_period: u32,
    /// Ledgers that a vote lasts once its quorum is reached, at most the voting period.
    pub late_extension: u32,
    /// Seconds between queue and execution: one day to 30 days.
    pub delay: u64,
    /// Seconds that it may then be executed: one day to 30 days.
    pub grace: u64,
    // Who voted is still in when it runs.
    /// Seconds that unstaked tokens stay locked: at least voting period and delay, at most 90 days.
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
        (ttl::DAY..=30 * ttl::DAY).contains(&self.voting_period)
            && self.late_extension <= self.voting_period
            && window.contains(&self.delay)
            && window.contains(&self.grace)
            && self.cooldown >= u64::from(self.voting_period) * LEDGER + self.delay
            && self.cooldown <= 90 * DAY
            && self.veto_until <= latest_veto
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

pub fn require_valid(env: &Env, settings: &Settings) {
    if !settings.is_valid(env) {
        panic_with_error!(env, GovernanceError::InvalidSettings);
    }
}

/// By vote only. Proposals under way keep their terms. Thresholds above what is staked would stop every further
/// proposal, also the one that repairs it.
pub fn change(env: &Env, settings: Settings) {
    require_valid(env, &settings);
    let staked = history::now(env, &env.current_contract_address());
    if settings.proposal_threshold > staked || settings.quorum_floor > staked {
        panic_with_error!(env, GovernanceError::InvalidSettings);
    }
    storage::set_settings(env, &settings);
    SettingsSet { settings }.publish(env);
}
