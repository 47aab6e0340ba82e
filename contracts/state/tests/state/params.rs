use merit_state::ParamSet;
use merit_testing::{state::Setup, Subject};
use soroban_sdk::{testutils::Events as _, Event as _};

#[test]
fn a_parameter_keeps_its_last_value() {
    let setup = Setup::new();
    let fee = setup.name("fee");
    assert_eq!(setup.client().param(&fee), None);
    for value in [0, -1, i128::MIN, i128::MAX] {
        setup.set_param("fee", value).unwrap();
        assert_eq!(setup.client().param(&fee), Some(value));
    }
    assert_eq!(setup.client().param(&setup.name("other")), None);
}

#[test]
fn a_parameter_is_announced() {
    let setup = Setup::new();
    let key = setup.name("fee");
    setup.set_param("fee", 7).unwrap();
    let expected = ParamSet { key, value: 7 };
    let emitted = setup.env().events().all();
    assert_eq!(emitted, vec![expected.to_xdr(setup.env(), &setup.contract)]);
}
