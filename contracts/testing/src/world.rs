//! The deployed system.

use merit_admin::AdminContract;
use merit_campaign::{Campaigns, CampaignsClient};
use merit_common::roles;
use merit_distribution::{Distribution, DistributionClient};
use merit_pool::{Pool, PoolClient};
use merit_state::StateContract;
use merit_token::{TokenContract, TokenContractClient};
use soroban_sdk::{
    testutils::{Address as _, EnvTestConfig, Ledger as _, LedgerInfo, Register},
    Address, BytesN, ConstructorArgs, Env, IntoVal, Symbol, Val, Vec,
};

use crate::{
    asset::Asset,
    code::{self, Code},
    roles::ROLES,
    subject::Actors,
    Outcome,
};

pub(crate) const PROTOCOL: u32 = 28;
/// Unix time of the first ledger, at the start of a quarter-hour.
pub const START: u64 = 1_800_000_000;
/// Number of the first ledger, in which everything is deployed.
pub const START_LEDGER: u32 = 1_000_000;
/// Seconds.
pub const DAY: u64 = 86_400;
/// Seconds in which an offer can be accepted: an administration, a schedule, a merchant, a raise of a limit. Like the other
/// windows here it isn't the contracts' own constant, which may be wrong.
pub const OFFER_WINDOW: u64 = 14 * DAY;
/// Seconds that a raise of a limit waits.
pub const RAISE_DELAY: u64 = 2 * DAY;
/// Global limit per rolling 24 h, stroops.
pub const LIMIT: i128 = 1_000_000_000;
/// Limit of each merchant per rolling 24 h, stroops.
pub const MERCHANT_LIMIT: i128 = 500_000_000;
/// Most of the asset that may exist, stroops.
pub const CAP: i128 = i64::MAX as i128;
/// The merchant of [`Terms::default`].
pub const MERCHANT: u64 = 7;

pub struct World {
    pub env: Env,
    pub asset: Asset,
    pub root: Address,
    pub admin: Address,
    pub state: Address,
    pub pool: Address,
    pub campaign: Address,
    pub distribution: Address,
    /// Admin of the asset contract.
    pub token: Address,
    code: Code,
    holders: Actors,
}

/// Seconds that a deployment fixes. By default nothing waits.
#[derive(Default)]
struct Delays {
    /// Wait of new code.
    upgrade: u64,
    /// Wait until a drop opens.
    open: u64,
}

impl World {
    /// All contracts as native code or, with MERIT_WASM_DIR, from the built wasm; over an asset with the code MERIT.
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        Self::deploy(Code::chosen(), "MERIT", Delays::default())
    }

    /// Like [`World::new`]; new code waits for so many seconds.
    pub fn with_upgrade_delay(seconds: u64) -> Self {
        let delays = Delays {
            upgrade: seconds,
            ..Delays::default()
        };
        Self::deploy(Code::chosen(), "MERIT", delays)
    }

    /// Like [`World::new`]; a drop opens so many seconds after its creation, at least.
    pub fn with_open_delay(seconds: u64) -> Self {
        let delays = Delays {
            open: seconds,
            ..Delays::default()
        };
        Self::deploy(Code::chosen(), "MERIT", delays)
    }

    /// All contracts from the built wasm, over an asset with the given code.
    pub fn wasm(asset_code: &str) -> Self {
        Self::deploy(Code::Wasm, asset_code, Delays::default())
    }

    /// All contracts from the wasm of an earlier release, over an asset with the code MERIT.
    pub fn released(version: &str) -> Self {
        let code = Code::Released(version.to_owned());
        Self::deploy(code, "MERIT", Delays::default())
    }

    fn deploy(code: Code, asset_code: &str, delays: Delays) -> Self {
        let env = new_env();
        let asset = Asset::deploy(&env, asset_code);
        let root = Address::generate(&env);
        let admin = match &code {
            // They had no other delay.
            Code::Released(version) if ["0.1.0", "0.2.0"].contains(&version.as_str()) => env
                .register(
                    code::released_wasm(version, "admin").as_slice(),
                    (&root, DAY),
                ),
            _ => {
                let args = (&root, DAY, delays.upgrade);
                register(&env, &code, AdminContract, "admin", args)
            }
        };
        let state = register(&env, &code, StateContract, "state", (admin.clone(),));
        let token = match &code {
            // They also took the delay of a hand-over of the asset.
            Code::Released(version) if ["0.1.0", "0.2.0"].contains(&version.as_str()) => {
                let args = (&admin, &state, &asset.sac, CAP, RAISE_DELAY);
                env.register(code::released_wasm(version, "token").as_slice(), args)
            }
            _ => {
                let args = (&admin, &state, &asset.sac, CAP);
                register(&env, &code, TokenContract, "token", args)
            }
        };
        asset.hand_over(&token);
        let pool_args = (
            admin.clone(),
            state.clone(),
            asset.sac.clone(),
            asset.issuer.clone(),
            RAISE_DELAY,
            LIMIT,
            MERCHANT_LIMIT,
        );
        let pool = register(&env, &code, Pool, "pool", pool_args);
        let campaign_args = (&admin, &state, &pool);
        let campaign = register(&env, &code, Campaigns, "campaign", campaign_args);
        let distribution = match &code {
            Code::Released(version) if version == "0.1.0" => env.register(
                code::released_wasm(version, "distribution").as_slice(),
                (&admin, &state, &campaign),
            ),
            Code::Released(version) if version == "0.2.0" => env.register(
                code::released_wasm(version, "distribution").as_slice(),
                (&admin, &state, &campaign, &pool, &token),
            ),
            _ => {
                let args = (&admin, &state, &campaign, &pool, &token, delays.open);
                register(&env, &code, Distribution, "distribution", args)
            }
        };
        let mut world = World {
            env,
            asset,
            root,
            admin,
            state,
            pool,
            campaign,
            distribution,
            token,
            code,
            holders: Actors::new(),
        };
        world.assign_roles();
        world.register_contracts();
        world
    }

    /// Deploys one more contract, from where the others came.
    pub fn register<C: Register>(
        &self,
        native: C,
        name: &str,
        args: impl ConstructorArgs,
    ) -> Address {
        register(&self.env, &self.code, native, name, args)
    }

    fn assign_roles(&mut self) {
        for role in ROLES {
            let holder = Address::generate(&self.env);
            self.grant_role(role, &holder);
            self.holders.insert(role, holder);
        }
        self.grant_role(roles::CAMPAIGN, &self.campaign);
        self.grant_role(roles::CAMPAIGN, &self.distribution);
        self.grant_role(roles::DISTRIBUTION, &self.distribution);
        self.grant_role(roles::CLAWBACK, &self.distribution);
    }

    fn register_contracts(&self) {
        let contracts = [
            ("pool", &self.pool),
            ("campaign", &self.campaign),
            ("distribution", &self.distribution),
            ("token", &self.token),
            ("admin", &self.admin),
            ("state", &self.state),
        ];
        let registrar = self.holder(roles::REGISTRAR);
        for (name, address) in contracts {
            let hash = BytesN::from_array(&self.env, &[1; 32]);
            let name = Symbol::new(&self.env, name);
            let args = (registrar, name, address, hash, 1u32, 0u32);
            self.call::<()>(registrar, &self.state, "register", args)
                .unwrap();
        }
    }

    pub fn grant_role(&self, role: &str, account: &Address) {
        self.grant(role, account, None);
    }

    /// A role that ends at this Unix second.
    pub fn grant_role_until(&self, role: &str, account: &Address, expires_at: u64) {
        self.grant(role, account, Some(expires_at));
    }

    fn grant(&self, role: &str, account: &Address, expires_at: Option<u64>) {
        let (env, root) = (&self.env, &self.root);
        let role = Symbol::new(env, role);
        let (function, args): (_, Vec<Val>) = match expires_at {
            _ if self.is_released() => {
                let args = (root, role, account, expires_at);
                ("grant_role", args.into_val(env))
            }
            None => ("grant_role", (account, role, root).into_val(env)),
            Some(end) => ("grant_role_until", (account, role, end, root).into_val(env)),
        };
        self.call::<()>(root, &self.admin, function, args).unwrap();
    }

    /// Revokes the role by the root; refused if the account doesn't hold it.
    pub fn revoke_role(&self, role: &str, account: &Address) -> Outcome<()> {
        let args = (account, Symbol::new(&self.env, role), &self.root);
        self.call(&self.root, &self.admin, "revoke_role", args)
    }

    /// The address that holds exactly this role.
    pub fn holder(&self, role: &str) -> &Address {
        &self.holders[role]
    }

    /// Every role's holder, the "root" of `admin`, the contract's own parties and a "stranger": new wallets.
    pub fn actors(&self, parties: &[&'static str]) -> Actors {
        let mut actors = self.holders.clone();
        actors.insert("root", self.root.clone());
        for party in parties.iter().chain(&["stranger"]) {
            actors.insert(party, Address::generate(&self.env));
        }
        actors
    }

    /// Announces new code by the upgrader.
    pub fn announce_upgrade(&self, contract: &Address, new_wasm_hash: &BytesN<32>) {
        let upgrader = self.holder(roles::UPGRADER);
        let args = (contract, new_wasm_hash, upgrader);
        self.call::<()>(upgrader, &self.admin, "announce_upgrade", args)
            .unwrap();
    }

    /// The freezer freezes an account, through the asset's administrator.
    pub fn freeze(&self, account: &Address) {
        self.by_freezer("freeze", account);
    }

    pub fn unfreeze(&self, account: &Address) {
        self.by_freezer("unfreeze", account);
    }

    fn by_freezer(&self, function: &str, account: &Address) {
        let freezer = self.holder(roles::FREEZER);
        self.call::<()>(freezer, &self.token, function, (freezer, account))
            .unwrap();
    }

    pub fn pool(&self) -> PoolClient<'static> {
        PoolClient::new(&self.env, &self.pool)
    }

    pub fn campaigns(&self) -> CampaignsClient<'static> {
        CampaignsClient::new(&self.env, &self.campaign)
    }

    pub fn distribution(&self) -> DistributionClient<'static> {
        DistributionClient::new(&self.env, &self.distribution)
    }

    pub fn token(&self) -> TokenContractClient<'static> {
        TokenContractClient::new(&self.env, &self.token)
    }

    /// True if it began as an earlier release.
    pub(crate) fn is_released(&self) -> bool {
        self.released_as().is_some()
    }

    /// Version of the earlier release that it began as.
    pub fn released_as(&self) -> Option<&str> {
        match &self.code {
            Code::Released(version) => Some(version),
            Code::Native | Code::Wasm => None,
        }
    }

    /// Closes ledgers for this many seconds, five each.
    pub fn advance(&self, seconds: u64) {
        let ledger = self.env.ledger();
        ledger.set_timestamp(ledger.timestamp() + seconds);
        ledger.set_sequence_number(ledger.sequence() + (seconds / 5) as u32);
    }

    /// Closes so many ledgers, each of five seconds.
    pub fn advance_ledgers(&self, ledgers: u32) {
        self.advance(u64::from(ledgers) * 5);
    }
}

fn new_env() -> Env {
    let env = Env::new_with_config(EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
    // Mainnet's settings of state archival.
    env.ledger().set(LedgerInfo {
        protocol_version: PROTOCOL,
        sequence_number: START_LEDGER,
        timestamp: START,
        network_id: [7; 32],
        base_reserve: 5_000_000,
        min_persistent_entry_ttl: 2_073_600,
        min_temp_entry_ttl: 17_280,
        max_entry_ttl: 3_110_400,
    });
    // The budget also pays for the test harness; the limits of each invocation stay enforced.
    env.cost_estimate().budget().reset_unlimited();
    env
}

fn register<C>(env: &Env, code: &Code, native: C, name: &str, args: impl ConstructorArgs) -> Address
where
    C: Register,
{
    match code {
        Code::Native => env.register(native, args),
        Code::Wasm => env.register(code::wasm(name).as_slice(), args),
        Code::Released(version) => {
            env.register(code::released_wasm(version, name).as_slice(), args)
        }
    }
}
