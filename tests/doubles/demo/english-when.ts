import {
  formatTime,
  type DayPart,
  type DayRef,
  type Groups,
  type PatternReader,
  extractFirstMatch,
  type When,
} from "./intents.ts";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const BEFORE = String.raw`(?:\b(?:on|at|to|for|of|in|into|from|until|by)\s+)?(?:\b(?:the|our|my|this)\s+)?`;
const EVENING = /\b(?:dinner|supper|evening|night|tonight|drinks|bar)\b/i;

function phrase(words: string): RegExp {
  return new RegExp(`${BEFORE}\\b${words}(?!\\w)`, "i");
}

const DAYS: readonly PatternReader<DayRef>[] = [
  { pattern: phrase("ideas(?:\\s+list)?"), read: () => "ideas" },
  {
    pattern: phrase(`(?<count>an?|${NUMBERS.join("|")}|\\d{1,2})\\s+days?\\s+(?<side>later|earlier)`),
    read: ({ count = "", side = "" }) => {
      const days = /^an?$/i.test(count) ? 1 : numberOf(count);
      return { later: side.toLowerCase() === "later" ? days : -days };
    },
  },
  { pattern: phrase("(?:next\\s+day|day\\s+after)"), read: () => ({ later: 1 }) },
  { pattern: phrase("day\\s+before"), read: () => ({ later: -1 }) },
  { pattern: phrase(`day\\s+(?<number>\\d{1,3}|${NUMBERS.join("|")})`), read: dayOfNumber },
  {
    pattern: phrase(`(?<number>${ORDINALS.join("|")}|last|\\d{1,3}(?:st|nd|rd|th))\\s+day`),
    read: dayOfNumber,
  },
  {
    pattern: phrase(String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<date>\d{2})`),
    read: ({ year, month, date }) => ({ year: Number(year), month: Number(month), date: Number(date) }),
  },
  { pattern: phrase(`${MONTH}\\s+(?<date>\\d{1,2})(?:st|nd|rd|th)?`), read: dayOfMonth },
  { pattern: phrase(`(?<date>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}`), read: dayOfMonth },
  { pattern: phrase(`(?:next\\s+)?(?<weekday>${WEEKDAYS.join("|")})`), read: dayOfWeek },
  // Abbreviations such as "sun" and "sat" are also words, so they count as weekdays only after a preposition.
  { pattern: /\b(?:on|to|for)\s+(?<weekday>sun|mon|tues?|wed|thu(?:rs?)?|fri|sat)\b/i, read: dayOfWeek },
  { pattern: phrase("tomorrow"), read: () => ({ ahead: 1 }) },
  { pattern: phrase("today"), read: () => ({ ahead: 0 }) },
  // Of "tonight", only "to" is taken as today; the rest, "night", is then read as the part of the day.
  { pattern: /\bto(?=night\b)/i, read: () => ({ ahead: 0 }) },
];

function dayOfNumber({ number = "" }: Groups): DayRef {
  return { number: number.toLowerCase() === "last" ? -1 : numberOf(number) };
}

export function numberOf(word: string): number {
  const known = Math.max(ORDINALS.indexOf(word.toLowerCase()), NUMBERS.indexOf(word.toLowerCase()));
  return known === -1 ? Number.parseInt(word, 10) : known + 1;
}

function dayOfMonth({ month = "", date }: Groups): DayRef {
  return { month: MONTHS.indexOf(month.toLowerCase().slice(0, 3)) + 1, date: Number(date) };
}

function dayOfWeek({ weekday = "" }: Groups): DayRef {
  return { weekday: WEEKDAYS.findIndex((day) => day.startsWith(weekday.toLowerCase().slice(0, 3))) };
}

const TIMES: readonly PatternReader<string>[] = [
  {
    pattern: phrase(String.raw`(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))?\s*(?<half>[ap])\.?m\.?`),
    read: ({ hour, minute = "0", half = "" }) => {
      const isLate = half.toLowerCase() === "p";
      return formatTime(Number(hour) === 12 && !isLate ? 0 : Number(hour), Number(minute), isLate);
    },
  },
  {
    pattern: phrase(String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})`),
    read: ({ hour, minute }) => formatTime(Number(hour), Number(minute), false),
  },
  {
    pattern: /\b(?:at|to|by)\s+(?<hour>\d{1,2})(?:\s*o'?clock)?(?![\w:.-])/i,
    // An hour below 8 means the afternoon or evening, since people do not plan for three at night; so does any hour
    // beside a word such as dinner.
    read: ({ hour }, text) => formatTime(Number(hour), 0, Number(hour) < 8 || EVENING.test(text)),
  },
  { pattern: phrase("(?:noon|midday)"), read: () => "12:00" },
  { pattern: phrase("midnight"), read: () => "00:00" },
];

const PARTS: readonly PatternReader<DayPart>[] = [
  {
    pattern: phrase("(?:early\\s+|late\\s+)?(?<part>morning|afternoon|evening|night)"),
    read: ({ part = "" }) => {
      const word = part.toLowerCase();
      return word === "morning" || word === "afternoon" ? word : "evening";
    },
  },
];

/** Takes the day and the time out of a text and returns them with the rest of the text. */
export function extractWhen(text: string): { rest: string; when: When } {
  const day = extractFirstMatch(DAYS, text.replace(/\bfrom\s+[\d:.]+\s*(?:[ap]m)?\s+(?=to\b)/i, ""));
  const time = extractFirstMatch(TIMES, day.rest);
  const part = extractFirstMatch(PARTS, time.rest);
  return { rest: tidy(part.rest), when: { day: day.value, time: time.value, part: part.value } };
}

function tidy(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s+([,.])/g, "$1")
    .trim()
    .replace(/(?:[\s,.;:]|\s(?:on|at|to|for|in|of|from))+$/i, "")
    .replace(/^[\s,.;:]+/, "");
}
