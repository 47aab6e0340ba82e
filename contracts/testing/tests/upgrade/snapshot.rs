//! Answers of the views, to compare before and after an upgrade.

use std::collections::BTreeMap;

use merit_common::roles;
use merit_testing::MERCHANT;
use soroban_sdk::{
    xdr::{ScMap, ScVal, ScVec},
    BytesN, Env, IntoVal, Symbol, TryFromVal, Val, Vec,
};

use crate::{
    before::{Facts, OTHER_MERCHANT},
    release::Release,
    system::System,
};

/// Answer by call.
pub type Snapshot = BTreeMap<String, ScVal>;

/// `release`: whose code runs.
pub fn take(system: &System, facts: &Facts, release: &Release) -> Snapshot {
    let env = &system.world.env;
    let mut views = state(env);
    views.extend(token(system));
    views.extend(pool(env));
    views.extend(campaign(env, facts));
    views.extend(distribution(env, facts));
    for contract in [
        "admin",
        "state",
        "token",
        "pool",
        "campaign",
        "distribution",
    ] {
        views.push((contract, "paused", Vec::new(env)));
    }
    let answer_of = |contract, function, args| {
        let answer: Val = system.view(contract, function, args);
        comparable(ScVal::try_from_val(env, &answer).unwrap(), contract)
    };
    let answers = views.into_iter().map(|(contract, function, args)| {
        let text = ScVal::try_from_val(env, &args.to_val()).unwrap();
        let call = format!("{contract}.{function} {text:?}");
        (call, answer_of(contract, function, args))
    });
    let reserves = campaigns(facts).into_iter().map(|id| {
        let args = if release.reserves_for_campaigns() {
            (id,).into_val(env)
        } else {
            (&system.world.campaign, id).into_val(env)
        };
        let call = format!("pool.reserved {id}");
        (call, answer_of("pool", "reserved", args))
    });
    let roles = admin(system, facts, release);
    let roles = roles.into_iter().map(|(view, function, args)| {
        let answer = answer_of("admin", function, args);
        let answer = match answer {
            // `has_role`, before it gave a position.
            ScVal::Bool(holds) => holds.then_some(()),
            _ if view.starts_with("has_role") => (answer != ScVal::Void).then_some(()),
            _ => return (view, answer),
        };
        (view, ScVal::Bool(answer.is_some()))
    });
    let seq = ScVal::U64(system.world.seq());
    let seq = ("distribution's newest batch".to_owned(), seq);
    answers.chain(reserves).chain(roles).chain([seq]).collect()
}

/// A field that came later is void in what was stored before, also in the entries of a list. The status of a record in `state`
/// is gone.
fn comparable(answer: ScVal, contract: &str) -> ScVal {
    match answer {
        ScVal::Map(Some(ScMap(fields))) => {
            let is_gone = |key: &ScVal| {
                contract == "state" && *key == ScVal::Symbol("status".try_into().unwrap())
            };
            let fields = fields
                .iter()
                .filter(|field| field.val != ScVal::Void && !is_gone(&field.key));
            let fields: std::vec::Vec<_> = fields.cloned().collect();
            ScVal::Map(Some(ScMap(fields.try_into().unwrap())))
        }
        ScVal::Vec(Some(ScVec(entries))) => {
            let entries = entries.iter().cloned();
            let entries = entries.map(|entry| comparable(entry, contract));
            let entries: std::vec::Vec<_> = entries.collect();
            ScVal::Vec(Some(ScVec(entries.try_into().unwrap())))
        }
        answer => answer,
    }
}

pub fn assert_same(before: &Snapshot, after: &Snapshot, case: &str) {
    for (call, answer) in before {
        assert_eq!(Some(answer), after.get(call), "{case}: {call}");
    }
    assert_eq!(before.len(), after.len(), "{case}");
}

type View = (&'static str, &'static str, Vec<Val>);

/// Questions, each with the function and arguments that ask it: they differ between releases.
fn admin(
    system: &System,
    facts: &Facts,
    release: &Release,
) -> std::vec::Vec<(String, &'static str, Vec<Val>)> {
    let env = &system.world.env;
    let role = |name: &str| Symbol::new(env, name);
    let (minter, pauser) = (role(roles::MINTER), role(roles::PAUSER));
    let old = release.has_old_roles();
    let name = |before, now| if old { before } else { now };
    let ask = |view: &str, function, args| (view.to_owned(), function, args);
    let mut views = std::vec![
        ask("admin", name("admin", "get_admin"), Vec::new(env)),
        ask("roles", name("roles", "get_existing_roles"), Vec::new(env)),
        ask(
            "count of minters",
            name("member_count", "get_role_member_count"),
            (&minter,).into_val(env)
        ),
        ask("pending_transfer", "pending_transfer", Vec::new(env)),
        ask("transfer_delay", "transfer_delay", Vec::new(env)),
        ask("pausers", "members", (&pauser, 0u32, 100u32).into_val(env)),
        ask("minters", "members", (&minter, 0u32, 100u32).into_val(env)),
    ];
    for (who, account) in [("temporary", &facts.temporary), ("former", &facts.former)] {
        let args: Vec<Val> = if old {
            (&minter, account).into_val(env)
        } else {
            (account, &minter).into_val(env)
        };
        for function in ["has_role", "role_expiry"] {
            views.push((format!("{function} {who}"), function, args.clone()));
        }
    }
    views
}

fn state(env: &Env) -> std::vec::Vec<View> {
    std::vec![
        ("state", "list", (0u32, 100u32).into_val(env)),
        ("state", "system_addresses", Vec::new(env)),
    ]
}

fn token(system: &System) -> std::vec::Vec<View> {
    let env = &system.world.env;
    let minter = system.world.holder(roles::MINTER);
    std::vec![
        ("token", "cap", Vec::new(env)),
        ("token", "minted", Vec::new(env)),
        ("token", "asset", Vec::new(env)),
        ("token", "quota", (minter,).into_val(env)),
    ]
}

fn pool(env: &Env) -> std::vec::Vec<View> {
    let mut views = std::vec![
        ("pool", "total_held", Vec::new(env)),
        ("pool", "pending_limit", (None::<u64>,).into_val(env)),
    ];
    for merchant in [None, Some(MERCHANT), Some(OTHER_MERCHANT)] {
        views.push(("pool", "limit", (merchant,).into_val(env)));
    }
    for merchant in [MERCHANT, OTHER_MERCHANT] {
        views.push(("pool", "balance", (merchant,).into_val(env)));
        views.push(("pool", "room_at", (merchant, 1_000i128).into_val(env)));
    }
    views
}

fn campaign(env: &Env, facts: &Facts) -> std::vec::Vec<View> {
    let wallet = (facts.capped, &facts.wallet);
    let mut views = std::vec![("campaign", "wallet_spent", wallet.into_val(env))];
    for (id, by) in campaigns(facts).into_iter().zip(1u8..) {
        let reference = BytesN::from_array(env, &[by; 32]);
        views.push(("campaign", "get", (id,).into_val(env)));
        views.push(("campaign", "by_reference", (reference,).into_val(env)));
    }
    views
}

fn distribution(env: &Env, facts: &Facts) -> std::vec::Vec<View> {
    let numbers = [0, 1, 2, 3, 255, 256, 300].map(|index| facts.first + index);
    let numbers: Vec<u32> = Vec::from_array(env, numbers);
    let status = |id| ("distribution", "status", (id, &numbers).into_val(env));
    campaigns(facts).map(status).to_vec()
}

fn campaigns(facts: &Facts) -> [u64; 4] {
    [facts.campaign, facts.capped, facts.paused, facts.settled]
}
