//! Events of classic operations and fees (CAP-67).

use crate::{asset, frame::account_id};
use stellar_xdr::{
    AccountId, Asset, ClaimableBalanceId, ContractEvent, ContractEventBody, ContractEventType,
    ContractEventV0, ExtensionPoint, Hash, Int128Parts, Memo, MuxedAccount, ScAddress, ScMap,
    ScMapEntry, ScString, ScSymbol, ScVal, TransactionEvent, TransactionEventStage, VecM,
};

/// Context that the events of one transaction share.
#[derive(Clone, Copy)]
pub(crate) struct Emitter<'a> {
    pub network_id: &'a Hash,
    pub memo: &'a Memo,
}

impl Emitter<'_> {
    /// A payment from account to account.
    pub fn payment(
        &self,
        asset: &Asset,
        from: &AccountId,
        to: &MuxedAccount,
        amount: i64,
    ) -> ContractEvent {
        let from = ScAddress::Account(from.clone());
        self.moved(asset, from, account(to), amount, self.amount_to(to, amount))
    }

    /// A claimable balance was created: its amount goes to the balance's own address.
    pub fn reserved(
        &self,
        asset: &Asset,
        from: &AccountId,
        balance: &ClaimableBalanceId,
        amount: i64,
    ) -> ContractEvent {
        let from = ScAddress::Account(from.clone());
        let to = ScAddress::ClaimableBalance(balance.clone());
        self.moved(asset, from, to, amount, i128(amount))
    }

    /// A claimable balance was claimed.
    pub fn claimed(
        &self,
        asset: &Asset,
        balance: &ClaimableBalanceId,
        to: &MuxedAccount,
        amount: i64,
    ) -> ContractEvent {
        let from = ScAddress::ClaimableBalance(balance.clone());
        self.moved(asset, from, account(to), amount, self.amount_to(to, amount))
    }

    /// The event that the asset's contract would give: a mint if its issuer pays, a burn if its issuer is paid.
    fn moved(
        &self,
        asset: &Asset,
        from: ScAddress,
        to: ScAddress,
        amount: i64,
        data: ScVal,
    ) -> ContractEvent {
        let is_issuer = |party: &ScAddress| match party {
            ScAddress::Account(id) => asset::is_issuer(id, asset),
            _ => false,
        };
        let topics = |parties: Vec<ScAddress>| parties.into_iter().map(ScVal::Address).collect();
        match (is_issuer(&from), is_issuer(&to)) {
            (true, false) => self.event(asset, "mint", topics(vec![to]), data),
            (false, true) => self.event(asset, "burn", topics(vec![from]), i128(amount)),
            _ => self.event(asset, "transfer", topics(vec![from, to]), data),
        }
    }

    pub fn clawback(&self, asset: &Asset, from: ScAddress, amount: i64) -> ContractEvent {
        self.event(asset, "clawback", vec![ScVal::Address(from)], i128(amount))
    }

    pub fn set_authorized(
        &self,
        asset: &Asset,
        trustor: &AccountId,
        authorized: bool,
    ) -> ContractEvent {
        let data = ScVal::Bool(authorized);
        self.event(asset, "set_authorized", vec![address(trustor)], data)
    }

    fn event(
        &self,
        asset: &Asset,
        name: &str,
        addresses: Vec<ScVal>,
        data: ScVal,
    ) -> ContractEvent {
        let mut topics = vec![symbol(name)];
        topics.extend(addresses);
        topics.push(string(&asset::sep11(asset)));
        contract_event(self.network_id, asset, topics, data)
    }

    /// The user of a shared account for whom a payment is meant: in its multiplexed id, else in the memo.
    fn amount_to(&self, to: &MuxedAccount, amount: i64) -> ScVal {
        let recipient = match (to, self.memo) {
            (MuxedAccount::MuxedEd25519(muxed), _) => ScVal::U64(muxed.id),
            (_, Memo::None) => return i128(amount),
            (_, Memo::Id(id)) => ScVal::U64(*id),
            (_, Memo::Text(text)) => ScVal::String(ScString(widen(text))),
            (_, Memo::Hash(hash) | Memo::Return(hash)) => {
                ScVal::Bytes(hash.0.to_vec().try_into().expect("32 bytes fit"))
            }
        };
        let entry = |key: &str, val| ScMapEntry {
            key: symbol(key),
            val,
        };
        let map = vec![
            entry("amount", i128(amount)),
            entry("to_muxed_id", recipient),
        ];
        ScVal::Map(Some(ScMap(map.try_into().expect("two entries fit"))))
    }
}

/// The fee taken (`amount` > 0) or refunded (`amount` < 0), in stroops.
pub(crate) fn fee(
    network_id: &Hash,
    stage: TransactionEventStage,
    payer: &AccountId,
    amount: i64,
) -> TransactionEvent {
    let topics = vec![symbol("fee"), address(payer)];
    TransactionEvent {
        stage,
        event: contract_event(network_id, &Asset::Native, topics, i128(amount)),
    }
}

fn contract_event(
    network_id: &Hash,
    asset: &Asset,
    topics: Vec<ScVal>,
    data: ScVal,
) -> ContractEvent {
    ContractEvent {
        ext: ExtensionPoint::V0,
        contract_id: Some(asset::contract_id(network_id, asset)),
        type_: ContractEventType::Contract,
        body: ContractEventBody::V0(ContractEventV0 {
            topics: topics.try_into().expect("a handful of topics fits"),
            data,
        }),
    }
}

fn widen<const N: u32, const M: u32>(text: &stellar_xdr::StringM<N>) -> stellar_xdr::StringM<M> {
    text.to_vec().try_into().expect("a memo fits")
}

/// The account without its multiplexed id, which only the event's data carries.
fn account(muxed: &MuxedAccount) -> ScAddress {
    ScAddress::Account(account_id(muxed))
}

fn address(account: &AccountId) -> ScVal {
    ScVal::Address(ScAddress::Account(account.clone()))
}

pub(crate) fn symbol(name: &str) -> ScVal {
    ScVal::Symbol(ScSymbol(name.try_into().expect("a short symbol")))
}

pub(crate) fn string(text: &str) -> ScVal {
    ScVal::String(ScString(text.try_into().expect("a short string")))
}

pub(crate) fn list(values: Vec<ScVal>) -> ScVal {
    let values: VecM<ScVal> = values.try_into().expect("a short list");
    ScVal::Vec(Some(values.into()))
}

fn i128(amount: i64) -> ScVal {
    ScVal::I128(Int128Parts {
        hi: if amount < 0 { -1 } else { 0 },
        lo: amount as u64,
    })
}
