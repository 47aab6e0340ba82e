//! The reward asset: issuer account, Stellar Asset Contract, trustlines.

use std::{cell::Cell, rc::Rc};

use ed25519_dalek::SigningKey;
use soroban_sdk::{token::StellarAssetClient, xdr, Address, Env, TryFromVal, TryIntoVal};

use crate::issuer::issuer_key;

/// Flags of the issuer account, as Merit deploys it: it may freeze and claw back.
pub(crate) const ISSUER_FLAGS: u32 =
    xdr::AccountFlags::RevocableFlag as u32 | xdr::AccountFlags::ClawbackEnabledFlag as u32;

/// Weight of the master key and the thresholds of an account that its own key controls.
pub(crate) const UNLOCKED: [u8; 4] = [1; 4];

const AUTHORIZED: u32 = xdr::TrustLineFlags::AuthorizedFlag as u32;
/// Every line has it that was opened after the issuer's flag was set.
const CLAWBACK: u32 = xdr::TrustLineFlags::TrustlineClawbackEnabledFlag as u32;

/// A recipient's trustline.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub balance: i64,
    pub limit: i64,
    pub authorized: bool,
}

impl Default for Line {
    /// Empty, authorised, without a limit that matters.
    fn default() -> Self {
        Line {
            balance: 0,
            limit: i64::MAX,
            authorized: true,
        }
    }
}

/// A classic asset with its SAC.
pub struct Asset {
    pub(crate) env: Env,
    asset: xdr::Asset,
    pub sac: Address,
    pub issuer: Address,
    /// Number of accounts so far.
    accounts: Cell<u32>,
}

impl Asset {
    /// `code` of 1 to 12 letters.
    pub fn deploy(env: &Env, code: &str) -> Self {
        let issuer = account_id(issuer_key().verifying_key().to_bytes());
        put_account(env, &issuer, ISSUER_FLAGS, UNLOCKED);
        let asset = asset(code, issuer.clone());
        let create = xdr::HostFunction::CreateContract(xdr::CreateContractArgs {
            contract_id_preimage: xdr::ContractIdPreimage::Asset(asset.clone()),
            executable: xdr::ContractExecutable::StellarAsset,
        });
        let sac = env.host().invoke_function(create).unwrap();
        let sac = Address::try_from_val(env, &sac).unwrap();
        Asset {
            env: env.clone(),
            asset,
            sac,
            issuer: address(env, issuer),
            accounts: Cell::new(0),
        }
    }

    /// Makes `admin` the asset contract's.
    pub fn hand_over(&self, admin: &Address) {
        self.client().mock_all_auths().set_admin(admin);
    }

    /// A new account with a trustline.
    pub fn holder(&self, line: Line) -> Address {
        let account = self.account();
        self.put_line(&account, line);
        account
    }

    /// A new account without a trustline.
    pub fn account(&self) -> Address {
        let account = self.missing_account();
        put_account(&self.env, &key_of(&account), 0, UNLOCKED);
        account
    }

    /// The address of an account that doesn't exist. The same in every run, and of a real key: checking a signature for
    /// a key that is not a point of the curve costs nothing.
    pub fn missing_account(&self) -> Address {
        let number = self.accounts.get() + 1;
        self.accounts.set(number);
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&number.to_be_bytes());
        let key = SigningKey::from_bytes(&seed).verifying_key();
        address(&self.env, account_id(key.to_bytes()))
    }

    /// Writes the account's trustline.
    pub fn put_line(&self, account: &Address, line: Line) {
        let account_id = key_of(account);
        let key = xdr::LedgerKey::Trustline(xdr::LedgerKeyTrustLine {
            account_id: account_id.clone(),
            asset: self.trustline_asset(),
        });
        let data = xdr::LedgerEntryData::Trustline(xdr::TrustLineEntry {
            account_id,
            asset: self.trustline_asset(),
            balance: line.balance,
            limit: line.limit,
            flags: CLAWBACK | if line.authorized { AUTHORIZED } else { 0 },
            ext: xdr::TrustLineEntryExt::V0,
        });
        put(&self.env, key, data);
    }

    pub fn mint(&self, to: &Address, amount: i128) {
        self.client().mock_all_auths().mint(to, &amount);
    }

    /// Returns false if it is refused.
    pub fn transfer(&self, from: &Address, to: &Address, amount: i128) -> bool {
        let client = self.client().mock_all_auths();
        client.try_transfer(from, to, &amount).is_ok()
    }

    pub fn set_authorized(&self, account: &Address, authorized: bool) {
        self.client()
            .mock_all_auths()
            .set_authorized(account, &authorized);
    }

    /// Acts like an account that closes its trustline and opens another one: the asset forgets a freeze.
    pub fn renew_line(&self, account: &Address) {
        self.set_authorized(account, true);
    }

    pub fn claw_back(&self, from: &Address, amount: i128) {
        self.client().mock_all_auths().clawback(from, &amount);
    }

    pub fn balance(&self, of: &Address) -> i128 {
        self.client().balance(of)
    }

    pub fn client(&self) -> StellarAssetClient<'static> {
        StellarAssetClient::new(&self.env, &self.sac)
    }

    fn trustline_asset(&self) -> xdr::TrustLineAsset {
        match self.asset.clone() {
            xdr::Asset::CreditAlphanum4(asset) => xdr::TrustLineAsset::CreditAlphanum4(asset),
            xdr::Asset::CreditAlphanum12(asset) => xdr::TrustLineAsset::CreditAlphanum12(asset),
            xdr::Asset::Native => xdr::TrustLineAsset::Native,
        }
    }
}

fn account_id(key: [u8; 32]) -> xdr::AccountId {
    xdr::AccountId(xdr::PublicKey::PublicKeyTypeEd25519(xdr::Uint256(key)))
}

fn asset(code: &str, issuer: xdr::AccountId) -> xdr::Asset {
    if code.len() <= 4 {
        let asset_code = xdr::AssetCode4(padded(code));
        return xdr::Asset::CreditAlphanum4(xdr::AlphaNum4 { asset_code, issuer });
    }
    let asset_code = xdr::AssetCode12(padded(code));
    xdr::Asset::CreditAlphanum12(xdr::AlphaNum12 { asset_code, issuer })
}

fn padded<const N: usize>(code: &str) -> [u8; N] {
    let mut out = [0; N];
    out[..code.len()].copy_from_slice(code.as_bytes());
    out
}

fn address(env: &Env, account: xdr::AccountId) -> Address {
    xdr::ScAddress::Account(account).try_into_val(env).unwrap()
}

pub(crate) fn key_of(account: &Address) -> xdr::AccountId {
    match xdr::ScAddress::from(account) {
        xdr::ScAddress::Account(id) => id,
        other => panic!("not an account: {other:?}"),
    }
}

pub(crate) fn put_account(env: &Env, account_id: &xdr::AccountId, flags: u32, thresholds: [u8; 4]) {
    let key = xdr::LedgerKey::Account(xdr::LedgerKeyAccount {
        account_id: account_id.clone(),
    });
    let data = xdr::LedgerEntryData::Account(xdr::AccountEntry {
        account_id: account_id.clone(),
        balance: 100_000_000,
        flags,
        home_domain: Default::default(),
        inflation_dest: None,
        num_sub_entries: 0,
        seq_num: xdr::SequenceNumber(0),
        thresholds: xdr::Thresholds(thresholds),
        signers: xdr::VecM::default(),
        ext: xdr::AccountEntryExt::V0,
    });
    put(env, key, data);
}

fn put(env: &Env, key: xdr::LedgerKey, data: xdr::LedgerEntryData) {
    let entry = xdr::LedgerEntry {
        last_modified_ledger_seq: 0,
        data,
        ext: xdr::LedgerEntryExt::V0,
    };
    env.host()
        .add_ledger_entry(&Rc::new(key), &Rc::new(entry), None)
        .unwrap();
}
