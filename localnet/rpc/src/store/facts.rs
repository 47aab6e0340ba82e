//! Rows by which Horizon's lists of accounts, assets and claimable balances find an entry. They follow each change of an
//! entry, so that no list has to look through all entries.

use super::tables::{AssetKey, AssetRow, ASSETS, HOLDINGS, TERMS};
use crate::effects::sponsor;
use redb::{ReadableTable, Table, WriteTransaction};
use std::collections::BTreeMap;
use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountEntryExtensionV1Ext, AccountId, Asset,
    ClaimableBalanceEntry, ClaimableBalanceId, Claimant, ContractDataEntry, ContractExecutable,
    Hash, LedgerEntry, LedgerEntryData, LedgerKey, Limits, PublicKey, ScAddress, ScVal, SignerKey,
    TrustLineAsset, TrustLineEntry, TrustLineFlags, WriteXdr,
};

/// First byte of a row of `TERMS`; what follows it is told at each.
pub mod term {
    /// XDR of a signer, account.
    pub const SIGNER: u8 = 1;
    /// XDR of an asset, account that has a trustline of it.
    pub const HOLDER: u8 = 2;
    /// Sponsor, account, and what of the account it is that the sponsor pays the reserve for.
    pub const SPONSORED: u8 = 3;
    /// Ledger of the last change, id of a claimable balance. The next three end in the same way.
    pub const BALANCE: u8 = 4;
    /// Claimant.
    pub const CLAIMANT: u8 = 5;
    /// Sponsor.
    pub const BALANCE_SPONSOR: u8 = 6;
    /// XDR of an asset.
    pub const BALANCE_ASSET: u8 = 7;
    /// Issuer, code, type of an asset.
    pub const ISSUER: u8 = 8;
}

/// Numbers and amounts of an asset's holders by kind, or changes of them. Contracts' balances are in `HOLDINGS` instead.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct AssetStats {
    /// Trustlines that are authorized, authorized to maintain liabilities, not authorized.
    pub accounts: [i64; 3],
    /// Their balances, in stroops.
    pub balances: [i128; 3],
    pub claimable_balances: i64,
    pub claimable_amount: i128,
    /// 1 if the asset's contract is deployed.
    pub contracts: i64,
}

impl AssetStats {
    pub fn of_row(row: AssetRow) -> Self {
        let (a, b, c, x, y, z, claimable_balances, claimable_amount, contracts) = row;
        AssetStats {
            accounts: [a, b, c].map(|count| count as i64),
            balances: [x, y, z],
            claimable_balances: claimable_balances as i64,
            claimable_amount,
            contracts: contracts as i64,
        }
    }

    fn row(&self) -> AssetRow {
        let ([a, b, c], [x, y, z]) = (self.accounts.map(|count| count as u64), self.balances);
        let claimable = (self.claimable_balances as u64, self.claimable_amount);
        let contracts = self.contracts as u64;
        (a, b, c, x, y, z, claimable.0, claimable.1, contracts)
    }

    /// Adds `other` once, or takes it away with -1.
    fn add(&mut self, other: &Self, times: i64) {
        let sum = |a: i128, b: i128| a.wrapping_add(b.wrapping_mul(times.into()));
        for class in 0..3 {
            self.accounts[class] += other.accounts[class] * times;
            self.balances[class] = sum(self.balances[class], other.balances[class]);
        }
        self.claimable_balances += other.claimable_balances * times;
        self.claimable_amount = sum(self.claimable_amount, other.claimable_amount);
        self.contracts += other.contracts * times;
    }
}

/// The rows that one entry makes.
#[derive(Default, PartialEq, Eq)]
pub struct Facts {
    terms: Vec<Vec<u8>>,
    asset: Option<(AssetKey, AssetStats)>,
    /// A contract, and the balance that it keeps for another one.
    holding: Option<([u8; 32], i128)>,
}

/// False for keys whose entries make no rows.
pub fn makes_rows(key: &LedgerKey) -> bool {
    match key {
        LedgerKey::Account(_)
        | LedgerKey::Trustline(_)
        | LedgerKey::Data(_)
        | LedgerKey::ClaimableBalance(_) => true,
        LedgerKey::ContractData(data) => {
            matches!(data.key, ScVal::LedgerKeyContractInstance) || is_balance_key(&data.key)
        }
        _ => false,
    }
}

impl Facts {
    pub fn of(entry: &LedgerEntry) -> Facts {
        let mut facts = Facts::default();
        match &entry.data {
            LedgerEntryData::Account(account) => facts.add_account(account, entry),
            LedgerEntryData::Trustline(line) => facts.add_trustline(line, entry),
            LedgerEntryData::Data(data) => {
                let what = [&[3], data.data_name.as_slice()].concat();
                facts.add_sponsor(entry, &data.account_id, &what);
            }
            LedgerEntryData::ClaimableBalance(balance) => facts.add_balance(balance, entry),
            LedgerEntryData::ContractData(data) => facts.add_contract_data(data),
            _ => {}
        }
        facts
    }

    fn term(&mut self, kind: u8, parts: &[&[u8]]) {
        let mut row = vec![kind];
        row.extend(parts.concat());
        self.terms.push(row);
    }

    fn add_account(&mut self, account: &AccountEntry, entry: &LedgerEntry) {
        let id = &account.account_id;
        self.add_sponsor(entry, id, &[0]);
        let own = SignerKey::Ed25519(match &id.0 {
            PublicKey::PublicKeyTypeEd25519(key) => key.clone(),
        });
        if account.thresholds.0[0] > 0 {
            self.term(term::SIGNER, &[&xdr(&own), key(id)]);
        }
        for (index, signer) in account.signers.iter().enumerate() {
            let signer = xdr(&signer.key);
            self.term(term::SIGNER, &[&signer, key(id)]);
            if let Some(sponsor) = signer_sponsor(account, index) {
                self.term(term::SPONSORED, &[key(sponsor), key(id), &[1], &signer]);
            }
        }
    }

    fn add_sponsor(&mut self, entry: &LedgerEntry, account: &AccountId, what: &[u8]) {
        if let Some(sponsor) = sponsor(entry) {
            self.term(term::SPONSORED, &[key(sponsor), key(account), what]);
        }
    }

    fn add_trustline(&mut self, line: &TrustLineEntry, entry: &LedgerEntry) {
        let asset = match &line.asset {
            TrustLineAsset::Native | TrustLineAsset::PoolShare(_) => return,
            TrustLineAsset::CreditAlphanum4(asset) => Asset::CreditAlphanum4(asset.clone()),
            TrustLineAsset::CreditAlphanum12(asset) => Asset::CreditAlphanum12(asset.clone()),
        };
        let name = xdr(&asset);
        self.term(term::HOLDER, &[&name, key(&line.account_id)]);
        self.add_sponsor(entry, &line.account_id, &[&[2], name.as_slice()].concat());
        let has = |flag: TrustLineFlags| line.flags & flag as u32 != 0;
        let class = if has(TrustLineFlags::AuthorizedFlag) {
            0
        } else if has(TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag) {
            1
        } else {
            2
        };
        let mut stats = AssetStats::default();
        stats.accounts[class] = 1;
        stats.balances[class] = line.balance.into();
        self.asset = asset_key(&asset).map(|key| (key, stats));
    }

    fn add_balance(&mut self, balance: &ClaimableBalanceEntry, entry: &LedgerEntry) {
        let ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash(id)) = &balance.balance_id;
        let place = balance_place(entry.last_modified_ledger_seq, id);
        self.term(term::BALANCE, &[&place]);
        for Claimant::ClaimantTypeV0(claimant) in balance.claimants.iter() {
            self.term(term::CLAIMANT, &[key(&claimant.destination), &place]);
        }
        if let Some(sponsor) = sponsor(entry) {
            self.term(term::BALANCE_SPONSOR, &[key(sponsor), &place]);
        }
        self.term(term::BALANCE_ASSET, &[&xdr(&balance.asset), &place]);
        let stats = AssetStats {
            claimable_balances: 1,
            claimable_amount: balance.amount.into(),
            ..AssetStats::default()
        };
        self.asset = asset_key(&balance.asset).map(|key| (key, stats));
    }

    fn add_contract_data(&mut self, data: &ContractDataEntry) {
        let ScAddress::Contract(contract) = &data.contract else {
            return;
        };
        if is_balance_key(&data.key) {
            self.holding = balance_amount(&data.val).map(|amount| (contract.0 .0, amount));
            return;
        }
        let (ScVal::LedgerKeyContractInstance, ScVal::ContractInstance(instance)) =
            (&data.key, &data.val)
        else {
            return;
        };
        if instance.executable != ContractExecutable::StellarAsset {
            return;
        }
        let stats = AssetStats {
            contracts: 1,
            ..AssetStats::default()
        };
        let named = instance.storage.iter().flat_map(|storage| storage.iter());
        self.asset = named
            .filter(|entry| matches!(&entry.key, ScVal::Symbol(name) if name.0.as_slice() == b"METADATA"))
            .find_map(|entry| named_asset(&entry.val))
            .and_then(|asset| asset_key(&asset))
            .map(|key| (key, stats));
    }
}

/// The place of a claimable balance in its lists.
pub fn balance_place(modified: u32, id: &[u8; 32]) -> Vec<u8> {
    [modified.to_be_bytes().as_slice(), id].concat()
}

fn xdr(value: &impl WriteXdr) -> Vec<u8> {
    value.to_xdr(Limits::none()).unwrap_or_default()
}

fn key(account: &AccountId) -> &[u8] {
    let PublicKey::PublicKeyTypeEd25519(key) = &account.0;
    &key.0
}

fn signer_sponsor(account: &AccountEntry, index: usize) -> Option<&AccountId> {
    let AccountEntryExt::V1(v1) = &account.ext else {
        return None;
    };
    let AccountEntryExtensionV1Ext::V2(v2) = &v1.ext else {
        return None;
    };
    v2.signer_sponsoring_i_ds.get(index)?.0.as_ref()
}

/// Code, padded to twelve bytes, issuer and type; `None` for the lumen, which no list of assets has.
pub fn asset_key(asset: &Asset) -> Option<AssetKey> {
    let (code, issuer, kind): (&[u8], _, _) = match asset {
        Asset::Native => return None,
        Asset::CreditAlphanum4(asset) => (&asset.asset_code.0, &asset.issuer, 1),
        Asset::CreditAlphanum12(asset) => (&asset.asset_code.0, &asset.issuer, 2),
    };
    let mut found = [0; 45];
    found[..code.len()].copy_from_slice(code);
    found[12..44].copy_from_slice(key(issuer));
    found[44] = kind;
    Some(found)
}

/// The asset's contract keeps balances of contracts under `["Balance", contract]`.
fn is_balance_key(key: &ScVal) -> bool {
    let ScVal::Vec(Some(parts)) = key else {
        return false;
    };
    matches!(parts.as_slice(), [ScVal::Symbol(name), ScVal::Address(_)] if name.0.as_slice() == b"Balance")
}

fn balance_amount(value: &ScVal) -> Option<i128> {
    match &field(value, b"amount")? {
        ScVal::I128(parts) => Some(i128::from(parts)),
        _ => None,
    }
}

fn field<'a>(value: &'a ScVal, name: &[u8]) -> Option<&'a ScVal> {
    let ScVal::Map(Some(map)) = value else {
        return None;
    };
    let found = map
        .iter()
        .find(|entry| matches!(&entry.key, ScVal::Symbol(key) if key.0.as_slice() == name))?;
    Some(&found.val)
}

/// The asset that the metadata of its contract names, as `CODE:ISSUER`.
fn named_asset(metadata: &ScVal) -> Option<Asset> {
    match field(metadata, b"name")? {
        ScVal::String(name) => crate::movements::parse_asset(std::str::from_utf8(&name.0).ok()?),
        _ => None,
    }
}

/// The tables that facts are written to.
pub struct Tables<'a> {
    terms: Table<'a, &'static [u8], ()>,
    assets: Table<'a, &'static AssetKey, AssetRow>,
    holdings: Table<'a, &'static [u8; 32], (u64, i128)>,
    /// Changes that `finish` adds to the sums. Most of a ledger's changes cancel out: payments between trustlines of one kind.
    changed_assets: BTreeMap<AssetKey, AssetStats>,
    changed_holdings: BTreeMap<[u8; 32], (i64, i128)>,
}

impl<'a> Tables<'a> {
    pub fn open(tx: &'a WriteTransaction) -> Result<Self, redb::Error> {
        Ok(Tables {
            terms: tx.open_table(TERMS)?,
            assets: tx.open_table(ASSETS)?,
            holdings: tx.open_table(HOLDINGS)?,
            changed_assets: BTreeMap::new(),
            changed_holdings: BTreeMap::new(),
        })
    }

    /// Follows an entry from `before` to `after`.
    pub fn update(&mut self, before: &Facts, after: &Facts) -> Result<(), redb::Error> {
        if before == after {
            return Ok(());
        }
        for row in before.terms.iter().filter(|row| !after.terms.contains(row)) {
            self.terms.remove(row.as_slice())?;
        }
        for row in after.terms.iter().filter(|row| !before.terms.contains(row)) {
            self.terms.insert(row.as_slice(), ())?;
        }
        for (facts, times) in [(before, -1), (after, 1)] {
            if let Some((key, stats)) = &facts.asset {
                self.changed_assets
                    .entry(*key)
                    .or_default()
                    .add(stats, times);
            }
            if let Some((contract, amount)) = &facts.holding {
                let (count, sum) = self.changed_holdings.entry(*contract).or_default();
                *count += times;
                *sum = sum.wrapping_add(amount.wrapping_mul(times.into()));
            }
        }
        Ok(())
    }

    /// Writes the sums.
    pub fn finish(mut self) -> Result<(), redb::Error> {
        let none = AssetStats::default();
        for (key, change) in std::mem::take(&mut self.changed_assets) {
            if change != none {
                self.count(&key, &change)?;
            }
        }
        for (contract, (count, sum)) in std::mem::take(&mut self.changed_holdings) {
            if (count, sum) == (0, 0) {
                continue;
            }
            let known = self.holdings.get(&contract)?.map(|row| row.value());
            let known = known.unwrap_or_default();
            match (
                known.0.saturating_add_signed(count),
                known.1.wrapping_add(sum),
            ) {
                (0, _) => self.holdings.remove(&contract)?,
                changed => self.holdings.insert(&contract, changed)?,
            };
        }
        Ok(())
    }

    fn count(&mut self, key: &AssetKey, change: &AssetStats) -> Result<(), redb::Error> {
        let known = self.assets.get(key)?.map(|row| row.value());
        let mut stats = known.map_or_else(AssetStats::default, AssetStats::of_row);
        stats.add(change, 1);
        let row = [&[term::ISSUER], &key[12..44], &key[..12], &key[44..]].concat();
        if stats == AssetStats::default() {
            self.assets.remove(key)?;
            self.terms.remove(row.as_slice())?;
            return Ok(());
        }
        self.assets.insert(key, stats.row())?;
        if known.is_none() {
            self.terms.insert(row.as_slice(), ())?;
        }
        Ok(())
    }
}
