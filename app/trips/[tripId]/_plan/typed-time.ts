/** What someone typed where a time belongs, as `HH:mm`; null when it is no time. */
export function parseTypedTime(text: string): string | null {
  const input = text.trim().toLowerCase().replaceAll("：", ":");
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

/** "9:30 Coffee", "9:30-11 Coffee", "9am Coffee" and "9点半 咖啡": the time in front, then the name. */
export function splitTypedStop(text: string): TypedStop {
  const input = text.trim().replaceAll(/\s+/g, " ");
  const untimed = { name: input, startTime: null, endTime: null };
  const match = PREFIX.exec(input.toLowerCase().replaceAll("：", ":"));
  const startTime = match ? readClock(match) : null;
  if (!match || !startTime) return untimed;
  const rest = input.slice(match[0].length);
  const until = UNTIL.exec(rest.replaceAll("：", ":"));
  const endTime = until?.[1] ? parseTypedTime(until[1]) : null;
  const name = (endTime && until ? rest.slice(until[0].length) : rest).trim();
  return name === "" || /^[-–—]/.test(name) ? untimed : { name, startTime, endTime };
}

/** Hours with a sign of being a time: a colon, a dot, am or pm, or 点. A bare number may begin a name. */
const CLOCK = String.raw`(\d{1,2})(?:[:.h](\d{2})(?!\d)|\s?[点點时時](?:(半)|(\d{1,2})分?)?)?\s?([ap]m\b)?`;
const WHOLE = new RegExp(`^${CLOCK}$`);
const PREFIX = new RegExp(String.raw`^(?=\d{1,2}(?:[:.h]\d{2}|\s?[点點时時]|\s?[ap]m\b))${CLOCK}`);
const UNTIL = /^\s?[-–—~至到]\s?(\d{1,2}(?:[:.h]\d{2})?(?:\s?[ap]m\b)?)(?=\s)/i;

function readClock(match: RegExpExecArray): string | null {
  const [, hours, minutes, half, chinese, meridiem] = match;
  let hour = Number(hours);
  if (meridiem) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (meridiem === "pm" ? 12 : 0);
  }
  return wallTime(hour, half ? 30 : Number(minutes ?? chinese ?? 0));
}

function wallTime(hour: number, minute: number): string | null {
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}
