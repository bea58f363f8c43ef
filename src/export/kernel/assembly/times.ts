// AssemblyScript. Converts the timestamps of the log to milliseconds since 1970.

/** The value that represents an unreadable timestamp. */
export const NO_TIME: i64 = i64.MIN_VALUE;

/** Parses a timestamp in an unusual format. Returns NaN if the text is not a timestamp. */
declare function parseTimestamp(address: usize, length: usize): f64;

/**
 * The ten bytes of the most recent date, and the first moment of this date. The kernel caches both values, because
 * consecutive rows usually have the same date.
 */
let lastDate: u64 = 0;
let lastDateEnd: u32 = 0;
let lastMidnight: i64 = NO_TIME;

/**
 * Parses the text between two addresses. Returns milliseconds since 1970, or `NO_TIME` if the text is not a timestamp.
 */
export function timeOf(from: usize, to: usize): i64 {
  const length = to - from;
  if (length === 24 && load<u8>(from, 19) === 46 && load<u8>(from, 23) === 90) {
    const usual = usualTime(from);
    const ms = digits(from + 20, 3);
    if (usual !== NO_TIME && ms >= 0) return usual + <i64>ms;
  } else if (length === 20 && load<u8>(from, 19) === 90) {
    const usual = usualTime(from);
    if (usual !== NO_TIME) return usual;
  }
  if (length === 0 || length > 64) return NO_TIME;
  const value = parseTimestamp(from, length);
  return Number.isNaN(value) ? NO_TIME : (value as i64);
}

/** Returns the time of a timestamp in the format `YYYY-MM-DDTHH:MM:SS`, or `NO_TIME`. */
function usualTime(at: usize): i64 {
  const date = load<u64>(at);
  const end = <u32>load<u16>(at, 8);
  if (date !== lastDate || end !== lastDateEnd) {
    lastDate = date;
    lastDateEnd = end;
    lastMidnight = midnightOf(at);
  }
  if (lastMidnight === NO_TIME || load<u8>(at, 10) !== 84) return NO_TIME;
  if (load<u8>(at, 13) !== 58 || load<u8>(at, 16) !== 58) return NO_TIME;
  const hour = digits(at + 11, 2);
  const minute = digits(at + 14, 2);
  const second = digits(at + 17, 2);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59)
    return NO_TIME;
  return lastMidnight + <i64>((hour * 3600 + minute * 60 + second) * 1000);
}

/** Returns the first moment of a date in the format `YYYY-MM-DD`, or `NO_TIME`. */
function midnightOf(at: usize): i64 {
  if (load<u8>(at, 4) !== 45 || load<u8>(at, 7) !== 45) return NO_TIME;
  const year = digits(at, 4);
  const month = digits(at + 5, 2);
  const day = digits(at + 8, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return NO_TIME;
  // This code implements the "days from civil" algorithm, in which years begin in March.
  const y = month <= 2 ? year - 1 : year;
  const era = (y >= 0 ? y : y - 399) / 400;
  const yearOfEra = y - era * 400;
  const dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
  return <i64>(era * 146097 + dayOfEra - 719468) * 86400000;
}

function daysOf(year: i32, month: i32): i32 {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Returns the number that `count` digits represent, or -1 if one of the characters is not a digit. */
function digits(at: usize, count: i32): i32 {
  let value = 0;
  let wrong = false;
  for (let i = 0; i < count; i++) {
    const digit: u32 = <u32>load<u8>(at + i) - 48;
    wrong = wrong || digit > 9;
    value = value * 10 + digit;
  }
  return wrong ? -1 : value;
}
