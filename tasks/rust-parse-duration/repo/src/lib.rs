//! Durations as people write them.

/// Seconds of a text such as `90s`, `5m` or `2h`.
pub fn parse(text: &str) -> Result<u64, String> {
    let unit = text.chars().last().ok_or("an empty duration")?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        _ => return Err(format!("no such unit: {unit}")),
    };
    let number: u64 = text[..text.len() - unit.len_utf8()]
        .parse()
        .map_err(|_| format!("no number: {text}"))?;
    Ok(number * seconds)
}
