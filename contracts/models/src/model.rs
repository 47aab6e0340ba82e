//! Definition of a model, and how bytes are played on it.

use std::fmt::Debug;

use arbitrary::{Result, Unstructured};

/// A deployed contract beside a plain model of it.
pub trait Model {
    type Step: Debug;

    /// Longest sequence that is played: what comes later rarely finds what the first steps don't.
    const STEPS: usize = 60;

    /// Contract and model in their first state.
    fn new() -> Self;

    /// The next step.
    fn draw(bytes: &mut Unstructured) -> Result<Self::Step>;

    /// Does the step on both and checks every invariant. Err says where they differ or what broke.
    fn apply(&mut self, step: &Self::Step) -> std::result::Result<(), String>;
}

/// Plays the steps that the bytes spell.
///
/// # Panics
/// After the first step that breaks something, with all steps up to it.
pub fn play<M: Model>(bytes: &[u8]) {
    let mut bytes = Unstructured::new(bytes);
    let mut model = M::new();
    let mut played = Vec::new();
    while played.len() < M::STEPS && !bytes.is_empty() {
        let Ok(step) = M::draw(&mut bytes) else {
            return;
        };
        let outcome = model.apply(&step);
        played.push(step);
        if let Err(cause) = outcome {
            panic!("{cause}\nafter {played:#?}");
        }
    }
}

/// Leaves a function that returns `Result<_, String>` unless both are equal.
#[macro_export]
macro_rules! same {
    ($left:expr, $right:expr $(,)?) => {
        same!($left, $right, "{} is {}", stringify!($left), stringify!($right))
    };
    ($left:expr, $right:expr, $($rule:tt)+) => {{
        let (left, right) = (&$left, &$right);
        if left != right {
            return Err(format!("{}: {left:?} is not {right:?}", format!($($rule)+)));
        }
    }};
}

/// Leaves a function that returns `Result<_, String>` unless the condition holds.
#[macro_export]
macro_rules! holds {
    ($condition:expr $(,)?) => {
        holds!($condition, "{}", stringify!($condition))
    };
    ($condition:expr, $($rule:tt)+) => {
        if !$condition {
            return Err(format!("broken: {}", format!($($rule)+)));
        }
    };
}
