/** Reads a text that somebody typed into a field for a time, as `HH:mm`; null when it is no time. */
export function parseTypedTime(text: string): string | null {
  const input = plain(text).trim();
  const bare = /^(\d{1,2})(\d{2})?$/.exec(input);
  if (bare) return wallTime(Number(bare[1]), Number(bare[2] ?? 0));
  const match = WHOLE.exec(input);
  return match ? readClock(match) : null;
}

export interface TypedStop {
  name: string;
  startTime: string | null;
  endTime: string | null;
}

/** Splits "9:30 Coffee", "9:30-11 Coffee", "9am Coffee" or "9点半 咖啡" into the time in front and the name behind it. */
export function splitTypedStop(text: string): TypedStop {
  const input = text.trim().replaceAll(/\s+/g, " ");
  const untimed = { name: input, startTime: null, endTime: null };
  const match = PREFIX.exec(plain(input));
  // A number alone may be the beginning of a name: "7 Samurai museum".
  const startTime = match && !/^\d+$/.test(match[0]) ? readClock(match) : null;
  if (!match || !startTime) return untimed;
  const rest = input.slice(match[0].length);
  const until = UNTIL.exec(plain(rest));
  const endTime = until?.groups?.["end"] ? parseTypedTime(until.groups["end"]) : null;
  const name = (endTime && until ? rest.slice(until[0].length) : rest).trim();
  return name === "" || /^[-–—]/.test(name) ? untimed : { name, startTime, endTime };
}

/**
 * Returns the text in lower case, with full-width characters of a Chinese or Japanese keyboard as plain ones; every
 * character stays at its index.
 */
function plain(text: string): string {
  return text
    .replaceAll(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .toLowerCase();
}

/**
 * A regular expression of a time: hours, then minutes after one of `marks`, or 点 with minutes of its own. `end` must
 * follow 点 alone. 半岛 is a peninsula and no half hour.
 */
function clock(marks: string, end: string): string {
  const chinese = String.raw`\s?[点點时時](?:(?<half>半)(?![岛島])|(?<parts>\d{2}(?!\d)分?|\d分)|${end})`;
  return String.raw`(?<hour>\d{1,2})(?:[${marks}](?<minute>\d{2})(?!\d)|${chinese})?(?:\s?(?<noon>[ap]m)\b)?`;
}

const WHOLE = new RegExp(`^${clock(":.h", "$")}$`);
// Matches a time in front of a name, where "7.11" and "2.50" are no times, and 1点点 and 5时代 are words.
const PREFIX = new RegExp(`^${clock(":h", String.raw`(?=[\s\-–—~至到])`)}`);
const UNTIL = new RegExp(String.raw`^\s?[-–—~至到]\s?(?<end>${clock(":.h", String.raw`(?=\s)`)})(?=\s)`);

function readClock({ groups = {} }: RegExpExecArray): string | null {
  const { noon, half, minute, parts } = groups;
  let hour = Number(groups["hour"]);
  if (noon) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (noon === "pm" ? 12 : 0);
  }
  return wallTime(hour, half ? 30 : Number.parseInt(minute ?? parts ?? "0", 10));
}

function wallTime(hour: number, minute: number): string | null {
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}
