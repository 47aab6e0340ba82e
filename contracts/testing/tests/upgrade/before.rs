//! State in every contract, made by its own calls.

use merit_common::roles;
use merit_testing::{payment, payments, Line, Terms, DAY, LIMIT, MERCHANT, MERCHANT_LIMIT};
use soroban_sdk::{testutils::Address as _, Address, BytesN, IntoVal, Symbol, Val, Vec};

use crate::{release::Release, system::System};

/// A merchant without campaigns.
pub const OTHER_MERCHANT: u64 = 8;
pub const QUOTA: i128 = 10_000;
pub const MINTED: i128 = 4_000;
pub const WITHDRAWN: i128 = 1_000;
/// A merchant's limit after a cut, stroops.
pub const CUT: i128 = 50_000;
pub const WALLET_CAP: i128 = 100;
/// Stroops of each payment.
pub const AMOUNT: i128 = 70;

/// The people and records of the state.
pub struct Facts {
    pub campaign: u64,
    pub capped: u64,
    pub paused: u64,
    pub settled: u64,
    /// Lowest number of the release.
    pub first: u32,
    /// Paid by `campaign` under the first three numbers, and under the 301st.
    pub paid: std::vec::Vec<Address>,
    /// Received [`AMOUNT`] from `capped`.
    pub wallet: Address,
    pub owner: Address,
    /// Holds `minter` until [`Facts::until`].
    pub temporary: Address,
    pub until: u64,
    /// Was announced as admin of `admin` and, by releases before 0.3.0, of the asset.
    pub heir: Address,
    /// Gave its role up.
    pub former: Address,
}

pub fn fill(system: &System, release: &Release) -> Facts {
    let world = &system.world;
    let person = || Address::generate(&world.env);
    let account = || world.asset.holder(Line::default());
    let mut facts = Facts {
        campaign: 0,
        capped: 0,
        paused: 0,
        settled: 0,
        first: world.first_number(),
        paid: (0..4).map(|_| account()).collect(),
        wallet: account(),
        owner: account(),
        temporary: person(),
        until: 0,
        heir: person(),
        former: person(),
    };
    fill_pool(system, &facts);
    facts.until = world.env.ledger().timestamp() + 3 * DAY;
    fill_campaigns(system, &mut facts);
    pay(system, &facts);
    fill_state(system);
    fill_token(system, &facts);
    fill_admin(system, &facts, release);
    facts
}

fn fill_pool(system: &System, facts: &Facts) {
    let world = &system.world;
    world.deposit(MERCHANT, 10_000_000);
    world.deposit(OTHER_MERCHANT, 80_000);
    world.asset.mint(world.holder(roles::TREASURER), 5_000);
    assert_eq!(world.treasury_grant(OTHER_MERCHANT, 5_000, 1), Ok(true));
    if world.name_first_owner(OTHER_MERCHANT, &facts.owner) {
        let args = (&facts.owner, OTHER_MERCHANT);
        world
            .call_as_source::<()>(&facts.owner, &world.pool, "apply_owner", args)
            .unwrap();
    }
    let cut = (Some(OTHER_MERCHANT), CUT);
    // A limit of its own, so that it may fill the whole global one.
    let same = (Some(MERCHANT), MERCHANT_LIMIT);
    let raise = (None::<u64>, 2 * LIMIT);
    for limit in [cut, same, raise] {
        system
            .by_role::<()>(roles::LIMITER, "pool", "set_limit", limit)
            .unwrap();
    }
    withdraw(system, facts, WITHDRAWN).unwrap();
    assert_eq!(world.pool().limit(&Some(MERCHANT)).limit, MERCHANT_LIMIT);
}

/// Withdraws by the owner of [`OTHER_MERCHANT`]'s balance.
pub fn withdraw(system: &System, facts: &Facts, amount: i128) -> merit_testing::Outcome<()> {
    let owner = &facts.owner;
    let args = (owner, OTHER_MERCHANT, owner, amount);
    let pool = &system.world.pool;
    system.world.call_as_source(owner, pool, "withdraw", args)
}

fn fill_campaigns(system: &System, facts: &mut Facts) {
    let world = &system.world;
    let create = |reference, per_wallet_cap| {
        world
            .create(&Terms {
                reference,
                per_wallet_cap,
                ..Terms::default()
            })
            .unwrap()
    };
    facts.campaign = create(1, None);
    facts.capped = create(2, Some(WALLET_CAP));
    facts.paused = create(3, None);
    facts.settled = create(4, None);
    world.manage::<()>("pause_campaign", facts.paused).unwrap();
    world.manage::<()>("end", facts.settled).unwrap();
    world.manage::<i128>("settle", facts.settled).unwrap();
}

fn pay(system: &System, facts: &Facts) {
    let world = &system.world;
    let first = payments(&world.env, facts.first, &facts.paid[..3], AMOUNT);
    let other_chunk = payments(&world.env, facts.first + 300, &facts.paid[3..], AMOUNT);
    for batch in [first, other_chunk] {
        world.pay(facts.campaign, &batch).unwrap();
    }
    let capped = payment(&world.env, facts.first, &facts.wallet, AMOUNT);
    world.pay(facts.capped, &[capped]).unwrap();
}

fn fill_state(system: &System) {
    let env = &system.world.env;
    let symbol = |name| Symbol::new(env, name);
    let by_registrar = |function, args: Vec<Val>| {
        system
            .by_role::<()>(roles::REGISTRAR, "state", function, args)
            .unwrap()
    };
    // The address that `mailer` had first stays a system address.
    for (name, expected) in [("mailer", 0u32), ("mailer", 1), ("retired", 0)] {
        let hash = BytesN::from_array(env, &[2; 32]);
        let record = (symbol(name), Address::generate(env), hash, 2u32, expected);
        by_registrar("register", record.into_val(env));
    }
    if system.world.released_as().is_some() {
        // Releases before 0.3.0 kept a status with each record; 2: retired.
        by_registrar("set_status", (symbol("retired"), 2u32, 1u32).into_val(env));
    }
}

/// Fills `token`, and ends with it stopped.
fn fill_token(system: &System, facts: &Facts) {
    let env = &system.world.env;
    let minter = system.world.holder(roles::MINTER);
    if system.world.released_as().is_some() {
        system
            .by_role::<()>(
                roles::UPGRADER,
                "token",
                "propose_sac_admin",
                (&facts.heir,),
            )
            .unwrap();
    }
    let steps: [(&str, &str, Vec<Val>); 4] = [
        (roles::LIMITER, "set_quota", (minter, QUOTA).into_val(env)),
        (roles::MINTER, "mint", (&facts.owner, MINTED).into_val(env)),
        (roles::FREEZER, "freeze", (&facts.paid[1],).into_val(env)),
        (roles::PAUSER, "pause", Vec::new(env)),
    ];
    for (role, function, args) in steps {
        system
            .by_role::<()>(role, "token", function, args)
            .unwrap_or_else(|failure| panic!("token.{function}: {failure:?}"));
    }
}

fn fill_admin(system: &System, facts: &Facts, release: &Release) {
    let world = &system.world;
    let env = &world.env;
    let symbol = |name| Symbol::new(env, name);
    world.grant_role_until(roles::MINTER, &facts.temporary, facts.until);
    world.grant_role(roles::MINTER, &facts.former);
    let former = &facts.former;
    let root = &world.root;
    let minter = symbol(roles::MINTER);
    let leave: Vec<Val> = if release.has_old_roles() {
        let hierarchy = (&minter, symbol(roles::LIMITER));
        world
            .call::<()>(root, &world.admin, "set_role_admin", hierarchy)
            .unwrap();
        (former, &minter).into_val(env)
    } else {
        (&minter, former).into_val(env)
    };
    world
        .call::<()>(former, &world.admin, "renounce_role", leave)
        .unwrap();
    world
        .call::<()>(root, &world.admin, "begin_transfer", (&facts.heir,))
        .unwrap();
}
