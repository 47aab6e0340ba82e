use soroban_sdk::{
    symbol_short,
    testutils::{
        storage::{Instance as _, Persistent as _},
        Ledger as _,
    },
};

use super::holder;
use crate::ttl::{
    extend_instance, extend_persistent, DAY, INSTANCE_EXTEND_TO, NETWORK_MAX, PERSISTENT_EXTEND_TO,
};

#[test]
fn an_entry_in_use_is_extended_only_once_a_week() {
    let (env, contract) = holder();
    env.ledger().set_max_entry_ttl(NETWORK_MAX);
    let key = symbol_short!("key");
    let touch_after = |ledgers: u32| {
        let sequence = env.ledger().sequence();
        env.ledger().set_sequence_number(sequence + ledgers);
        env.as_contract(&contract, || {
            extend_instance(&env);
            extend_persistent(&env, &key);
            let storage = env.storage();
            (
                storage.instance().get_ttl(),
                storage.persistent().get_ttl(&key),
            )
        })
    };
    env.as_contract(&contract, || env.storage().persistent().set(&key, &1));
    assert_eq!(touch_after(0), (INSTANCE_EXTEND_TO, PERSISTENT_EXTEND_TO));
    let rested = (INSTANCE_EXTEND_TO - 6 * DAY, PERSISTENT_EXTEND_TO - 6 * DAY);
    assert_eq!(touch_after(6 * DAY), rested);
    assert_eq!(
        touch_after(2 * DAY),
        (INSTANCE_EXTEND_TO, PERSISTENT_EXTEND_TO)
    );
}
