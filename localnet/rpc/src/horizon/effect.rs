//! The record of an effect.

use super::{
    listing::Place,
    problem::Problem,
    snapshot::Snapshot,
    text::{put_account, Fields},
};
use crate::effects::Effect;
use serde_json::{json, Value};

pub fn record(snapshot: &Snapshot, place: Place, effect: Effect) -> Result<Value, Problem> {
    let Place(operation, order) = place;
    let token = place.to_string();
    let mut fields: Fields = effect.details;
    fields.insert(
        "id".into(),
        json!(format!("{:019}-{order:010}", operation.0)),
    );
    fields.insert("paging_token".into(), json!(token));
    put_account(&mut fields, "account", &effect.account);
    fields.insert("type".into(), json!(effect.kind.1));
    fields.insert("type_i".into(), json!(effect.kind.0));
    let closed_at = snapshot.closed_at(operation.ledger())?;
    fields.insert("created_at".into(), json!(closed_at));
    let links = json!({
        "operation": snapshot.link(&format!("/operations/{operation}")),
        "succeeds": snapshot.link(&format!("/effects?order=desc&cursor={token}")),
        "precedes": snapshot.link(&format!("/effects?order=asc&cursor={token}")),
    });
    fields.insert("_links".into(), links);
    Ok(fields.into())
}
