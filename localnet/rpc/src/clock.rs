//! Ledger clock: decides the close time of the next ledger and nothing else.
//!
//! Equal close times are allowed. A chain that had to add a second per ledger would outrun the wall clock as soon as it
//! closes more than one ledger per second, and transactions with short time bounds would expire before they arrive.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Seconds that time travel added to the wall clock.
    offset: u64,
    /// Close time of the last ledger, Unix seconds.
    last: u64,
}

impl Clock {
    pub fn new(offset: u64, last: u64) -> Self {
        Clock { offset, last }
    }

    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Close time the next ledger would get. Changes nothing.
    pub fn peek(&self, wall: u64) -> u64 {
        wall.saturating_add(self.offset).max(self.last)
    }

    /// Takes the next close time.
    pub fn take(&mut self, wall: u64) -> u64 {
        self.last = self.peek(wall);
        self.last
    }

    /// Moves the clock forward; it never goes back. `None` when the result is beyond `MAX_TIME`.
    pub fn increase(self, seconds: u64, wall: u64) -> Option<Clock> {
        let offset = self.offset.checked_add(seconds)?;
        let moved = Clock { offset, ..self };
        (moved.peek(wall) <= MAX_TIME).then_some(moved)
    }
}

/// The last second of the year 9999, which is the last one that RFC 3339 can write.
pub const MAX_TIME: u64 = 253_402_300_799;

/// The machine's clock, Unix seconds.
pub fn wall() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.as_secs())
}

/// Time in RFC 3339; empty for a time beyond `MAX_TIME`.
pub fn rfc3339(seconds: u64) -> String {
    moment(seconds).map_or_else(String::new, |time| {
        humantime::format_rfc3339_seconds(time).to_string()
    })
}

/// Time in the form of the header `Date`; `None` for a time beyond `MAX_TIME`.
pub fn http_date(seconds: u64) -> Option<String> {
    moment(seconds).map(httpdate::fmt_http_date)
}

fn moment(seconds: u64) -> Option<SystemTime> {
    (seconds <= MAX_TIME).then(|| UNIX_EPOCH + Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_wall_clock_and_the_offset() {
        let clock = Clock::new(0, 100);
        assert_eq!(clock.peek(150), 150);
        assert_eq!(clock.increase(60, 150).unwrap().peek(150), 210);
    }

    #[test]
    fn never_goes_back_when_the_wall_clock_does() {
        let mut clock = Clock::new(0, 100);
        assert_eq!(clock.take(150), 150);
        assert_eq!(clock.take(120), 150);
    }

    #[test]
    fn many_ledgers_in_one_second_share_its_close_time() {
        let mut clock = Clock::new(0, 0);
        let times: Vec<u64> = (0..500).map(|_| clock.take(1_000)).collect();
        assert!(times.iter().all(|&time| time == 1_000));
    }

    #[test]
    fn writes_times_of_the_years_up_to_9999() {
        assert_eq!(rfc3339(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(rfc3339(MAX_TIME), "9999-12-31T23:59:59Z");
        assert_eq!(rfc3339(MAX_TIME + 1), "");
        let date = http_date(951_782_400);
        assert_eq!(date.unwrap(), "Tue, 29 Feb 2000 00:00:00 GMT");
        assert!(http_date(MAX_TIME).is_some());
        assert_eq!(http_date(MAX_TIME + 1), None);
        assert_eq!(http_date(u64::MAX), None);
    }

    #[test]
    fn refuses_times_that_rfc_3339_cannot_write() {
        assert_eq!(Clock::new(0, 0).increase(u64::MAX, 1_000), None);
        assert_eq!(Clock::new(0, 0).increase(MAX_TIME, 1_000), None);
    }
}
