use soroban_sdk::{
    testutils::{Address as _, Events as _, IssuerFlags},
    token::StellarAssetClient,
    Address,
};

use super::holder;
use crate::debts::{owed, pay, take};

#[test]
fn what_is_refused_is_owed_in_sum_and_taken_once() {
    let (env, contract) = holder();
    env.mock_all_auths_allowing_non_root_auth();
    let sac = env.register_stellar_asset_contract_v2(Address::generate(&env));
    sac.issuer().set_flag(IssuerFlags::RevocableFlag);
    let asset = StellarAssetClient::new(&env, &sac.address());
    asset.mint(&contract, &100);
    let (account, other) = (Address::generate(&env), Address::generate(&env));
    let pay_how = |to: &Address, amount, at_once| {
        env.as_contract(&contract, || pay(&env, &sac.address(), to, amount, at_once))
    };
    let pay = |to: &Address, amount| pay_how(to, amount, true);
    let owed = |to: &Address| env.as_contract(&contract, || owed(&env, to));
    let take = |from: &Address| env.as_contract(&contract, || take(&env, from));

    asset.set_authorized(&account, &false);
    assert!(!pay(&account, 30));
    assert_eq!(
        env.events()
            .all()
            .filter_by_contract(&contract)
            .events()
            .len(),
        1
    );
    assert!(!pay(&account, 5));
    assert!(pay(&other, 10));
    assert_eq!(
        env.events()
            .all()
            .filter_by_contract(&contract)
            .events()
            .len(),
        0
    );
    assert_eq!((owed(&account), owed(&other)), (35, 0));
    assert_eq!(asset.balance(&contract), 90);

    asset.set_authorized(&account, &true);
    assert!(pay(&account, 1), "what is owed waits for its own call");
    assert_eq!((take(&account), take(&account)), (Some(35), None));
    assert_eq!((take(&other), owed(&account)), (None, 0));

    assert!(!pay_how(&other, 7, false), "owed, though it could be paid");
    assert_eq!((owed(&other), take(&other)), (7, Some(7)));
}
