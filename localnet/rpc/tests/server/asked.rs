//! Horizon's paths and parameters at random: bad input is always a problem that names the field.

use crate::common::{
    noise::Noise,
    wallet::{hash_of, Wallet},
    Server,
};
use serde_json::Value;

const LISTS: [&str; 20] = [
    "accounts",
    "assets",
    "claimable_balances",
    "effects",
    "fee_stats",
    "ledgers",
    "liquidity_pools",
    "offers",
    "operations",
    "order_book",
    "paths",
    "paths/strict-receive",
    "paths/strict-send",
    "payments",
    "trade_aggregations",
    "trades",
    "transactions",
    "data",
    "none",
    "",
];
const NAMES: [&str; 19] = [
    "cursor",
    "order",
    "limit",
    "include_failed",
    "join",
    "signer",
    "asset",
    "sponsor",
    "claimant",
    "liquidity_pool",
    "asset_code",
    "asset_issuer",
    "selling_asset_type",
    "selling_asset_code",
    "selling_asset_issuer",
    "buying_asset_type",
    "source_assets",
    "addr",
    "x",
];

#[test]
fn random_questions_are_never_answered_by_a_server_error() {
    let server = Server::start(&[]);
    let (a, b) = (Wallet::funded(&server, "a"), Wallet::funded(&server, "b"));
    let sequence = a.sequence(&server) + 1;
    let paid = hash_of(&a.payment(&b, 5, sequence));
    a.pay(&server, &b, 5);
    let values: Vec<String> = [
        a.address(),
        Wallet::named("nobody").address(),
        format!("USD:{}", a.address()),
        format!("USD_{}_credit_alphanum4", a.address()),
        format!("00000000{paid}"),
        format!("3-00000000{paid}"),
        paid,
    ]
    .into_iter()
    .chain(
        [
            "",
            "0",
            "1",
            "2",
            "3",
            "200",
            "201",
            "-1",
            "now",
            "asc",
            "desc",
            "true",
            "native",
            "transactions",
            "8589938689",
            "8589938689-1",
            "12884905985",
            "12884905985-0",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615-4294967295",
            "4294967295",
            "4294967296",
            "1-1-1",
            "-",
            "_",
            "__",
            ":",
            "a:b",
            "%00",
            "%ff%fe",
            "%F0%9F%92%A9",
            "1e3",
            "credit_alphanum4",
            "credit_alphanum12",
            "USD",
            "TOOLONGACODE1",
            "M",
            "G",
            "null",
        ]
        .map(str::to_owned),
    )
    .collect();
    let lists = LISTS.map(str::to_owned);
    let names = NAMES.map(str::to_owned);
    let mut noise = Noise::seeded();
    let mut answered = [0; 3];
    for _ in 0..3_000 {
        let mut path = format!("/{}", noise.pick(&lists));
        for _ in 0..noise.below(4) {
            let values = if noise.below(2) == 0 {
                &values
            } else {
                &lists.to_vec()
            };
            path = format!("{path}/{}", noise.pick(values));
        }
        let parameters: Vec<String> = (0..noise.below(4))
            .map(|_| format!("{}={}", noise.pick(&names), noise.pick(&values)))
            .collect();
        let path = format!("{path}?{}", parameters.join("&"));
        let (status, body) = server.get(&path);
        match status {
            200 => answered[0] += 1,
            404 | 405 | 410 => answered[1] += 1,
            400 => {
                answered[2] += 1;
                let body: Value = serde_json::from_str(&body).unwrap();
                let named = !body["extras"]["invalid_field"].is_null();
                let about_all = ["invalid_accounts_params", "invalid_order_book"];
                let kind = body["type"].as_str().unwrap_or_default();
                assert!(
                    named || about_all.iter().any(|one| kind.ends_with(one)),
                    "{path}: {body}"
                );
            }
            other => panic!("{path}: {other} {body}"),
        }
    }
    assert!(answered.iter().all(|count| *count > 100), "{answered:?}");
    assert!(server.sequence() >= 3, "the node lives");
}
