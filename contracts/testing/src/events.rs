//! Events of the last call.

use soroban_sdk::{
    testutils::Events as _,
    xdr::{ContractEvent, ContractEventBody, Limits, ScVal, WriteXdr},
    Address, Bytes, Env, TryFromVal, Val, Vec,
};

use crate::World;

/// A decoded `reward` event.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RewardEvent {
    pub campaign: u64,
    pub merchant: u64,
    pub seq: u64,
    pub paid: i128,
    pub numbers: std::vec::Vec<u32>,
    pub refs: std::vec::Vec<[u8; 8]>,
    pub results: std::vec::Vec<u8>,
}

impl World {
    /// Events that a contract emitted in the last call.
    pub fn events_of(&self, contract: &Address) -> std::vec::Vec<ContractEvent> {
        let events = self.env.events().all().filter_by_contract(contract);
        events.events().to_vec()
    }

    /// First topics of the events that a contract emitted in the last call.
    pub fn event_names(&self, contract: &Address) -> std::vec::Vec<String> {
        let events = self.events_of(contract);
        events.iter().map(name).collect()
    }

    /// The only `reward` event of the last call.
    pub fn reward(&self) -> RewardEvent {
        let events = self.events_of(&self.campaign);
        assert_eq!(events.len(), 1, "one event per batch");
        decode(&self.env, &events[0])
    }
}

/// Bytes that a contract event counts for.
pub fn xdr_size(event: &ContractEvent) -> usize {
    event.to_xdr(Limits::none()).unwrap().len()
}

/// Bytes that a return value counts for, on top of the events.
pub fn return_size(env: &Env, value: Val) -> usize {
    let value = ScVal::try_from_val(env, &value).unwrap();
    value.to_xdr(Limits::none()).unwrap().len()
}

fn name(event: &ContractEvent) -> String {
    let ContractEventBody::V0(body) = &event.body;
    match &body.topics[0] {
        ScVal::Symbol(name) => name.to_utf8_string_lossy(),
        other => panic!("first topic is no symbol: {other:?}"),
    }
}

fn decode(env: &Env, event: &ContractEvent) -> RewardEvent {
    assert_eq!(name(event), "reward");
    let ContractEventBody::V0(body) = &event.body;
    assert_eq!(body.topics.len(), 2);
    let campaign = get(env, &body.topics[1]);
    let data: Vec<Val> = get(env, &body.data);
    assert_eq!(data.len(), 6);
    let numbers = bytes(env, &data, 3);
    let refs = bytes(env, &data, 4);
    RewardEvent {
        campaign,
        merchant: field(env, &data, 0),
        seq: field(env, &data, 1),
        paid: field(env, &data, 2),
        numbers: numbers
            .chunks(4)
            .map(|cell| u32::from_be_bytes(cell.try_into().unwrap()))
            .collect(),
        refs: refs
            .chunks(8)
            .map(|cell| cell.try_into().unwrap())
            .collect(),
        results: bytes(env, &data, 5),
    }
}

fn get<T: TryFromVal<Env, Val>>(env: &Env, value: &ScVal) -> T {
    let value = Val::try_from_val(env, value).unwrap();
    T::try_from_val(env, &value).unwrap_or_else(|_| panic!("unexpected type in an event"))
}

fn field<T: TryFromVal<Env, Val>>(env: &Env, data: &Vec<Val>, at: u32) -> T {
    T::try_from_val(env, &data.get_unchecked(at))
        .unwrap_or_else(|_| panic!("unexpected type of field {at}"))
}

fn bytes(env: &Env, data: &Vec<Val>, at: u32) -> std::vec::Vec<u8> {
    field::<Bytes>(env, data, at).iter().collect()
}
