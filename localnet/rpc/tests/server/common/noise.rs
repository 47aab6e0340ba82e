//! Random numbers that a seed repeats (SplitMix64).

pub struct Noise(u64);

impl Noise {
    /// From PROPTEST_RNG_SEED (`.cargo/config.toml`). A test that fails prints it.
    pub fn seeded() -> Noise {
        let seed = std::env::var("PROPTEST_RNG_SEED").map_or(1, |seed| {
            seed.parse().expect("PROPTEST_RNG_SEED is a number")
        });
        println!("PROPTEST_RNG_SEED={seed}");
        Noise(seed)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as usize % limit
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// The bytes with a few of them changed, often within the first of a length or a discriminant.
    pub fn damage(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut damaged = bytes.to_vec();
        for _ in 0..=self.below(3) {
            let at = self.below(damaged.len());
            damaged[at] = match self.below(3) {
                0 => 0,
                1 => 0xff,
                _ => self.below(256) as u8,
            };
        }
        damaged
    }
}
