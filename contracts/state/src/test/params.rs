use merit_common::roles as names;
use soroban_sdk::{testutils::Events as _, Event as _};

use super::World;
use crate::ParamSet;

#[test]
fn a_parameter_keeps_its_last_value() {
    let world = World::new();
    let fee = world.name("fee");
    assert_eq!(world.client().param(&fee), None);
    for value in [0, -1, i128::MIN, i128::MAX] {
        world
            .call_as::<()>(names::REGISTRAR, "set_param", (&fee, value))
            .unwrap();
        assert_eq!(world.client().param(&fee), Some(value));
    }
    assert_eq!(world.client().param(&world.name("other")), None);
}

#[test]
fn a_parameter_is_announced() {
    let world = World::new();
    let key = world.name("fee");
    world
        .call_as::<()>(names::REGISTRAR, "set_param", (&key, 7i128))
        .unwrap();
    let expected = ParamSet { key, value: 7 };
    let emitted = world.env.events().all();
    assert_eq!(
        emitted,
        std::vec![expected.to_xdr(&world.env, &world.contract)]
    );
}
