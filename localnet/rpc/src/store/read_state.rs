//! Reading what the ledger holds now, through the indexes of `facts`.

use super::{
    facts::AssetStats,
    read::next,
    tables::{AssetKey, ASSETS, HOLDINGS, TERMS},
    Reader,
};
use std::ops::Bound;

/// Longer than any row of an index.
const END: [u8; 256] = [0xff; 256];

/// A part of an ordered list.
pub struct Stretch<'a> {
    /// Bytes with which all rows of the list begin.
    pub prefix: &'a [u8],
    /// Bytes after the prefix in the row at the cursor, if there is a cursor. Several rows may begin with them; all of these
    /// are left out.
    pub cursor: Option<&'a [u8]>,
    pub descending: bool,
}

impl Stretch<'_> {
    fn bounds(&self) -> (Vec<u8>, Vec<u8>) {
        let at = |tail: &[u8]| [self.prefix, tail].concat();
        match self.cursor {
            None => (at(&[]), at(&END)),
            Some(cursor) if self.descending => (at(&[]), at(cursor)),
            Some(cursor) => (at(&[cursor, &END].concat()), at(&END)),
        }
    }
}

impl Reader {
    /// Calls `visit` with what follows the prefix in each row of `TERMS`, until it answers false.
    pub fn scan_terms<E: From<redb::Error>>(
        &self,
        stretch: &Stretch,
        mut visit: impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<(), E> {
        let (first, end) = stretch.bounds();
        if first >= end {
            return Ok(());
        }
        let terms = self.tx.open_table(TERMS).map_err(redb::Error::from)?;
        let mut rows = terms
            .range(first.as_slice()..end.as_slice())
            .map_err(redb::Error::from)?;
        while let Some(row) = next(&mut rows, stretch.descending) {
            let (key, ()) = row
                .map(|(key, value)| (key, value.value()))
                .map_err(redb::Error::from)?;
            if !visit(&key.value()[stretch.prefix.len()..])? {
                break;
            }
        }
        Ok(())
    }

    /// Up to `limit` assets between two keys, the ends left out.
    pub fn assets(
        &self,
        (first, last): (&AssetKey, &AssetKey),
        descending: bool,
        limit: usize,
    ) -> Result<Vec<(AssetKey, AssetStats)>, redb::Error> {
        let mut found = Vec::new();
        if first >= last {
            return Ok(found);
        }
        let assets = self.tx.open_table(ASSETS)?;
        let range = (Bound::Excluded(first), Bound::Excluded(last));
        let mut rows = assets.range::<&AssetKey>(range)?;
        while let Some(row) = next(&mut rows, descending) {
            if found.len() == limit {
                break;
            }
            let (key, value) = row?;
            found.push((*key.value(), AssetStats::of_row(value.value())));
        }
        Ok(found)
    }

    pub fn asset(&self, key: &AssetKey) -> Result<Option<AssetStats>, redb::Error> {
        let found = self.tx.open_table(ASSETS)?.get(key)?;
        Ok(found.map(|row| AssetStats::of_row(row.value())))
    }

    /// The number of contracts that have a balance with the contract of an asset, and the sum.
    pub fn holdings(&self, contract: &[u8; 32]) -> Result<(u64, i128), redb::Error> {
        let found = self.tx.open_table(HOLDINGS)?.get(contract)?;
        Ok(found.map_or((0, 0), |row| row.value()))
    }
}
