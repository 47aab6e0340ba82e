use std::collections::BTreeMap;

use crate::{Book, Figures};

fn figures(instructions: i64, writes: i64) -> Figures {
    [("instructions", instructions), ("writes", writes)]
        .map(|(name, figure)| (name.to_owned(), figure))
        .into()
}

fn book(calls: &[(&str, Figures)]) -> Book {
    let calls = calls
        .iter()
        .map(|(call, figures)| (call.to_string(), figures.clone()));
    Book(BTreeMap::from([("pool".to_owned(), calls.collect())]))
}

#[test]
fn a_figure_may_rise_by_five_percent_and_fall_freely() {
    let committed = book(&[("pay", figures(1_000, 4))]);
    for same in [figures(1_050, 4), figures(1, 0)] {
        assert!(book(&[("pay", same)]).rises_over(&committed).is_empty());
    }
}

#[test]
fn a_higher_rise_names_call_and_figure() {
    let committed = book(&[("pay", figures(1_000, 0))]);
    let lines = book(&[("pay", figures(1_051, 1))]).rises_over(&committed);
    assert_eq!(
        lines,
        [
            "pool.pay: instructions rose from 1000 to 1051",
            "pool.pay: writes rose from 0 to 1"
        ]
    );
}

#[test]
fn a_call_that_only_one_of_the_two_has_is_named() {
    let committed = book(&[("pay", figures(1, 1))]);
    let lines = book(&[("grant", figures(1, 1))]).rises_over(&committed);
    assert_eq!(
        lines,
        [
            "pool.pay: committed, but not measured",
            "pool.grant: measured, but not committed"
        ]
    );
}

#[test]
fn a_figure_that_only_one_of_the_two_has_is_named() {
    let mut fewer = figures(1, 1);
    fewer.remove("writes");
    let lines = book(&[("pay", fewer)]).rises_over(&book(&[("pay", figures(1, 1))]));
    assert_eq!(lines, ["pool.pay: writes is in one of the two only"]);
}
