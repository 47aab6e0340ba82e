//! `xdrFormat`: base64 XDR by default, or SEP-51 JSON.

use crate::errors::{self, RpcError};
use base64::{display::Base64Display, engine::general_purpose::STANDARD, Engine};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};
use stellar_xdr::{Error, Limits, ReadXdr, WriteXdr};

/// Depth of nesting and bytes that a client's XDR may have.
const CLIENT_LIMITS: Limits = Limits {
    depth: 500,
    len: 512 * 1024,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Base64,
    Json,
}

/// A format as the client wrote it; checked by the method, since each reports a bad one in its own way.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct FormatName(String);

impl FormatName {
    pub fn parse(&self) -> Result<Format, String> {
        match self.0.as_str() {
            "" | "base64" => Ok(Format::Base64),
            "json" => Ok(Format::Json),
            other => Err(format!(
                "got '{other}': expected base64, json for optional 'xdrFormat'"
            )),
        }
    }
}

/// Field names of one value in both formats.
pub struct Field {
    pub base64: &'static str,
    pub json: &'static str,
}

pub const fn field(base64: &'static str, json: &'static str) -> Field {
    Field { base64, json }
}

impl Format {
    pub fn put<T: WriteXdr + Serialize>(
        self,
        object: &mut Map<String, Value>,
        field: &Field,
        value: &T,
    ) -> Result<(), RpcError> {
        let (name, value) = match self {
            Format::Base64 => (field.base64, Value::String(to_base64(value)?)),
            Format::Json => (field.json, to_json(value)?),
        };
        object.insert(name.to_owned(), value);
        Ok(())
    }

    /// Like `put`, for a value that is stored as XDR: base64 needs no decoding.
    pub fn put_raw<T: ReadXdr + Serialize>(
        self,
        object: &mut Map<String, Value>,
        field: &Field,
        xdr: &[u8],
    ) -> Result<(), RpcError> {
        let (name, value) = match self {
            Format::Base64 => (field.base64, Value::String(STANDARD.encode(xdr))),
            Format::Json => (field.json, to_json(&decode::<T>(xdr)?)?),
        };
        object.insert(name.to_owned(), value);
        Ok(())
    }

    pub fn put_all<T: WriteXdr + Serialize>(
        self,
        object: &mut Map<String, Value>,
        field: &Field,
        values: &[T],
    ) -> Result<(), RpcError> {
        let name = match self {
            Format::Base64 => field.base64,
            Format::Json => field.json,
        };
        object.insert(name.to_owned(), self.list(values)?);
        Ok(())
    }

    pub fn list<T: WriteXdr + Serialize>(self, values: &[T]) -> Result<Value, RpcError> {
        values
            .iter()
            .map(|value| match self {
                Format::Base64 => to_base64(value).map(Value::String),
                Format::Json => to_json(value),
            })
            .collect::<Result<Vec<_>, _>>()
            .map(Value::Array)
    }
}

/// A hash as hex digits. `hex::encode` takes several times as long, which a page of 10,000 events shows.
pub fn hash_text(hash: &[u8; 32]) -> String {
    let mut digits = [0; 64];
    // The length fits.
    let _ = hex::encode_to_slice(hash, &mut digits);
    String::from_utf8_lossy(&digits).into_owned()
}

/// Decodes XDR of our own making.
pub fn decode<T: ReadXdr>(xdr: &[u8]) -> Result<T, RpcError> {
    T::from_xdr(xdr, Limits::none()).map_err(damaged)
}

pub fn damaged(error: Error) -> RpcError {
    errors::internal("stored XDR is damaged", error)
}

/// XDR that an answer shows in base64. It is encoded straight into the answer, since the text of a whole ledger is long.
pub struct Base64(pub Vec<u8>);

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Base64Display::new(&self.0, &STANDARD))
    }
}

/// Decodes a client's XDR. In two steps, as `to_base64`: `stellar_xdr` would do it a few bytes at a time.
pub fn from_base64<T: ReadXdr>(text: &str) -> Result<T, Error> {
    let dense: Vec<u8> = text
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let xdr = STANDARD.decode(dense).map_err(|_| Error::Invalid)?;
    T::from_xdr(xdr, CLIENT_LIMITS)
}

pub fn to_base64<T: WriteXdr>(value: &T) -> Result<String, RpcError> {
    let xdr = value.to_xdr(Limits::none());
    xdr.map(|xdr| STANDARD.encode(xdr))
        .map_err(|e| errors::internal("could not encode XDR", e))
}

pub fn to_json<T: Serialize>(value: &T) -> Result<Value, RpcError> {
    serde_json::to_value(value).map_err(|e| errors::internal("could not encode JSON", e))
}
