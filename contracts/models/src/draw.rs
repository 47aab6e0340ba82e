//! Values out of bytes.

use std::ops::RangeInclusive;

use arbitrary::{Result, Unstructured};

/// Ways to draw a value, each with its weight.
pub type Kinds<T, const N: usize> = [(u32, fn(&mut Unstructured) -> Result<T>); N];

/// Draws in one of the ways, each as often as its weight says.
pub fn draw<T, const N: usize>(bytes: &mut Unstructured, kinds: &Kinds<T, N>) -> Result<T> {
    let sum = kinds.iter().map(|(weight, _)| weight).sum();
    let mut at = bytes.int_in_range(1..=sum)?;
    for (weight, kind) in kinds {
        if at <= *weight {
            return kind(bytes);
        }
        at -= weight;
    }
    unreachable!("at is at most the sum of the weights")
}

/// Draws as many values as the range allows.
pub fn list<T>(
    bytes: &mut Unstructured,
    length: RangeInclusive<usize>,
    draw: fn(&mut Unstructured) -> Result<T>,
) -> Result<Vec<T>> {
    let length = bytes.int_in_range(length)?;
    (0..length).map(|_| draw(bytes)).collect()
}
