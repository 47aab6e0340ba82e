use soroban_sdk::{
    testutils::{Address as _, IssuerFlags},
    token::StellarAssetClient,
    Address, Env,
};

use super::holder;
use crate::sac::{lack, pull, Lack};

struct Asset {
    env: Env,
    /// Something that holds 100 stroops.
    contract: Address,
    asset: Address,
}

impl Asset {
    fn new() -> Self {
        let (env, contract) = holder();
        env.mock_all_auths_allowing_non_root_auth();
        let sac = env.register_stellar_asset_contract_v2(Address::generate(&env));
        sac.issuer().set_flag(IssuerFlags::RevocableFlag);
        let asset = Asset {
            env,
            contract,
            asset: sac.address(),
        };
        asset.sac().mint(&asset.contract, &100);
        asset
    }

    fn sac(&self) -> StellarAssetClient<'static> {
        StellarAssetClient::new(&self.env, &self.asset)
    }

    fn lack(&self, amount: i128) -> Option<Lack> {
        let lack = || lack(&self.env, &self.asset, amount);
        self.env.as_contract(&self.contract, lack)
    }
}

#[test]
fn a_contract_sends_up_to_its_balance_while_it_is_not_frozen() {
    let asset = Asset::new();
    assert_eq!(asset.lack(99), None);
    assert_eq!(asset.lack(100), None);
    assert_eq!(asset.lack(101), Some(Lack::Short));
    asset.sac().set_authorized(&asset.contract, &false);
    assert_eq!(asset.lack(101), Some(Lack::Frozen));
}

#[test]
fn what_arrives_counts() {
    let asset = Asset::new();
    let from = Address::generate(&asset.env);
    asset.sac().mint(&from, &50);
    let pull = |from: &Address| {
        let pull = || pull(&asset.env, &asset.asset, from, 50);
        asset.env.as_contract(&asset.contract, pull)
    };
    assert!(pull(&from));
    assert_eq!(asset.sac().balance(&asset.contract), 150);
    // A transfer to oneself succeeds and brings nothing.
    assert!(!pull(&asset.contract));
}
