//! Reading recorded streams: frames of a 4-byte big-endian length (high bit set) and one `LedgerCloseMeta`.

use localnet_ledger::xdr::{LedgerCloseMeta, LedgerCloseMetaV2, Limits, ReadXdr};
use std::path::Path;

/// `Err` names why the stream can't be used.
pub fn read(path: &Path) -> Result<Vec<LedgerCloseMetaV2>, &'static str> {
    let bytes = std::fs::read(path).map_err(|_| "unreadable file")?;
    let mut ledgers = Vec::new();
    let mut rest = &bytes[..];
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = (u32::from_be_bytes(*length) & 0x7fff_ffff) as usize;
        let frame = after.get(..length).ok_or("a frame is cut off")?;
        match LedgerCloseMeta::from_xdr(frame, Limits::none()) {
            Ok(LedgerCloseMeta::V2(meta)) => ledgers.push(meta),
            Ok(_) => return Err("another protocol (meta before V2)"),
            Err(_) => return Err("undecodable meta"),
        }
        rest = &after[length..];
    }
    Ok(ledgers)
}
