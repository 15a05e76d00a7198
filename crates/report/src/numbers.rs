//! Numbers as people read them.

/// A number, its thousands apart.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A part of a whole in percent; `None` if it is less than a tenth of one.
pub fn percent(part: u64, whole: u64) -> Option<String> {
    let tenths = part.saturating_mul(1000).checked_div(whole).filter(|tenths| *tenths > 0)?;
    Some(format!("{}.{} %", tenths / 10, tenths % 10))
}

/// Microseconds, in the unit that fits.
pub fn time(us: u64) -> String {
    let tenths = |scale: u64| {
        let tenths = us.saturating_mul(10) / scale;
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    match us {
        0 => "0".to_owned(),
        1..1_000 => format!("{us} µs"),
        1_000..100_000 => format!("{} ms", tenths(1_000)),
        100_000..1_000_000 => format!("{} ms", us / 1_000),
        1_000_000..100_000_000 => format!("{} s", tenths(1_000_000)),
        _ => format!("{} min", count(us / 60_000_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        assert_eq!([0, 7, 999, 1_000, 1_234_567].map(count), ["0", "7", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [0, 950, 1_250, 250_000, 2_500_000, 600_000_000].map(time),
            ["0", "950 µs", "1.2 ms", "250 ms", "2.5 s", "10 min"]
        );
        assert_eq!((percent(1, 8).as_deref(), percent(0, 8), percent(0, 0)), (Some("12.5 %"), None, None));
    }
}
