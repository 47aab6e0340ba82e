use soroban_sdk::{
    contract, contracterror, contractimpl,
    testutils::{Address as _, IssuerFlags},
    token::StellarAssetClient,
    xdr::{ScErrorCode, ScErrorType},
    Address, ConversionError, Env, Error, InvokeError,
};

use super::holder;
use crate::sac::{
    can_send, deposit, is_frozen, lack, outcome, pull, require, send, Lack, Refusal,
    ACCOUNT_MISSING, BALANCE, BALANCE_DEAUTHORIZED, TRUSTLINE_MISSING,
};

/// Answers like `token` does.
#[contract]
struct Token;

#[contractimpl]
impl Token {
    pub fn freeze(env: Env, account: Address) {
        env.storage().instance().set(&account, &true);
    }

    pub fn is_frozen(env: Env, account: Address) -> bool {
        env.storage().instance().has(&account)
    }
}

#[contracterror]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u32)]
enum PaymentError {
    Frozen = 71,
    Failed = 72,
}

impl From<Refusal> for PaymentError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotAuthorized => PaymentError::Frozen,
            _ => PaymentError::Failed,
        }
    }
}

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

    /// Asks as the contract that holds the asset.
    fn ask<T>(&self, question: impl FnOnce(&Env, &Address) -> T) -> T {
        self.env
            .as_contract(&self.contract, || question(&self.env, &self.asset))
    }

    fn lack(&self, amount: i128) -> Option<Lack> {
        self.ask(|env, asset| lack(env, asset, amount))
    }

    fn send(&self, to: &Address, amount: i128) -> Result<(), Refusal> {
        self.ask(|env, asset| send(env, asset, to, amount))
    }

    /// Freezes `account` in a contract that becomes the asset's administrator.
    fn freeze(&self, account: &Address) {
        let token = self.env.register(Token, ());
        self.sac().set_admin(&token);
        TokenClient::new(&self.env, &token).freeze(account);
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

#[test]
fn the_asset_s_administrator_says_who_is_frozen() {
    let asset = Asset::new();
    let (frozen, free) = (Address::generate(&asset.env), Address::generate(&asset.env));
    // The first administrator has no answer.
    assert!(!asset.ask(|env, sac| is_frozen(env, sac, &frozen)));
    asset.freeze(&frozen);
    assert!(asset.ask(|env, sac| is_frozen(env, sac, &frozen)));
    assert!(!asset.ask(|env, sac| is_frozen(env, sac, &free)));
}

#[test]
fn nothing_is_sent_to_a_frozen_account() {
    let asset = Asset::new();
    let (frozen, free) = (Address::generate(&asset.env), Address::generate(&asset.env));
    asset.freeze(&frozen);
    assert_eq!(asset.send(&frozen, 60), Err(Refusal::NotAuthorized));
    assert_eq!(asset.sac().balance(&asset.contract), 100);
    assert_eq!(asset.send(&free, 60), Ok(()));
    assert_eq!(asset.sac().balance(&free), 60);
    assert_eq!(asset.send(&free, 41), Err(Refusal::BalanceOutOfRange));
}

#[test]
fn a_deposit_counts_what_arrives() {
    let asset = Asset::new();
    let from = Address::generate(&asset.env);
    asset.sac().mint(&from, &50);
    let deposit = |from: &Address, amount| asset.ask(|env, sac| deposit(env, sac, from, amount));
    assert_eq!(deposit(&from, 50), Ok(()));
    assert_eq!(asset.sac().balance(&asset.contract), 150);
    assert_eq!(deposit(&from, 1), Err(Refusal::BalanceOutOfRange));
    assert_eq!(deposit(&asset.contract, 50), Err(Refusal::Mismatch));
}

#[test]
fn a_contract_knows_beforehand_if_it_can_send() {
    let asset = Asset::new();
    let can_send = |amount| asset.ask(|env, sac| can_send(env, sac, amount));
    assert_eq!(can_send(100), Ok(()));
    assert_eq!(can_send(101), Err(Refusal::BalanceOutOfRange));
    asset.sac().set_authorized(&asset.contract, &false);
    assert_eq!(can_send(100), Err(Refusal::NotAuthorized));
}

#[test]
fn the_asset_s_numbers_have_names() {
    let failed = |error| outcome(Err(Ok(error)));
    let refused = |code| failed(Error::from_contract_error(code));
    assert_eq!(outcome(Ok(Ok(()))), Ok(()));
    assert_eq!(refused(ACCOUNT_MISSING), Err(Refusal::NoTrustline));
    assert_eq!(refused(TRUSTLINE_MISSING), Err(Refusal::NoTrustline));
    assert_eq!(refused(BALANCE_DEAUTHORIZED), Err(Refusal::NotAuthorized));
    assert_eq!(refused(BALANCE), Err(Refusal::BalanceOutOfRange));
    assert_eq!(refused(1), Err(Refusal::Other));
    assert_eq!(outcome(Ok(Err(ConversionError))), Err(Refusal::Other));
    assert_eq!(outcome(Err(Err(InvokeError::Abort))), Err(Refusal::Other));
    // The host's own errors have numbers, too: a missing signature has that of a missing account.
    let unsigned = Error::from_type_and_code(ScErrorType::Auth, ScErrorCode::InvalidAction);
    assert_eq!(unsigned.get_code(), ACCOUNT_MISSING);
    assert_eq!(failed(unsigned), Err(Refusal::Other));
}

#[test]
#[should_panic(expected = "Error(Contract, #71)")]
fn a_refusal_becomes_the_contract_s_own_error() {
    let asset = Asset::new();
    asset.ask(|env, _| {
        require::<PaymentError>(env, Ok(()));
        require::<PaymentError>(env, Err(Refusal::NotAuthorized));
    });
}
