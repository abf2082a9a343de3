import {
  formatTime,
  type DayPart,
  type DayRef,
  type PatternReader,
  extractFirstMatch,
  type When,
} from "./intents.ts";

const DIGITS = "零一二三四五六七八九";
const NUMBER = "[零一二两三四五六七八九十]{1,3}|\\d{1,3}";
const BEFORE = "(?:放到|改到|移到|挪到|在|到|于|至|成|为)?\\s*";
const PART_WORDS = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|晚";

/** Returns a number up to 99, written with Chinese characters or with digits. */
export function chineseNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const plain = text.replaceAll("两", "二");
  if (!plain.includes("十")) return DIGITS.indexOf(plain);
  const [tens = "", ones = ""] = plain.split("十");
  return (tens === "" ? 1 : DIGITS.indexOf(tens)) * 10 + (ones === "" ? 0 : DIGITS.indexOf(ones));
}

function phrase(words: string): RegExp {
  return new RegExp(`${BEFORE}(?:${words})`);
}

const DAYS: readonly PatternReader<DayRef>[] = [
  { pattern: phrase("(?:想法|备选|灵感)(?:清单|列表)?(?:里面|里|中)?"), read: () => "ideas" },
  {
    pattern: phrase(`第\\s*(?<number>${NUMBER})\\s*天`),
    read: ({ number = "" }) => ({ number: chineseNumber(number) }),
  },
  { pattern: phrase("最后一天"), read: () => ({ number: -1 }) },
  {
    pattern: phrase("(?:这|本|下)?个?(?:周|星期|礼拜)(?<weekday>[一二三四五六日天])"),
    read: ({ weekday = "" }) => ({ weekday: Math.max(0, "天一二三四五六".indexOf(weekday)) }),
  },
  {
    pattern: phrase("(?:(?<year>\\d{4})年)?(?<month>\\d{1,2})月(?<date>\\d{1,2})[日号]?"),
    read: ({ year, month, date }) => ({
      ...(year !== undefined && { year: Number(year) }),
      month: Number(month),
      date: Number(date),
    }),
  },
  { pattern: phrase("(?:第二天|次日|后一天|推迟一天)"), read: () => ({ later: 1 }) },
  { pattern: phrase("(?:前一天|提前一天)"), read: () => ({ later: -1 }) },
  { pattern: phrase("后天"), read: () => ({ ahead: 2 }) },
  { pattern: phrase("明[天日]?(?=[早晚上下中]|天|$|[^亮])"), read: () => ({ ahead: 1 }) },
  { pattern: phrase("今[天日]|今(?=[早晚])"), read: () => ({ ahead: 0 }) },
];

const TIMES: readonly PatternReader<string>[] = [
  {
    pattern: phrase(
      `(?<part>${PART_WORDS})?的?\\s*(?<hour>${NUMBER})\\s*(?:[点时]钟?(?:(?<half>半)|(?<quarter>[一三])刻|(?<minute>${NUMBER})分?)?|[:：](?<exact>\\d{2}))`,
    ),
    read: ({ part = "", hour = "", half, quarter, minute, exact }) => {
      const late = isLate(part) || (part === "中午" && chineseNumber(hour) < 3);
      return formatTime(chineseNumber(hour), minutesOf({ half, quarter, minute, exact }), late);
    },
  },
];

function minutesOf(said: { half?: string; quarter?: string; minute?: string; exact?: string }): number {
  if (said.half !== undefined) return 30;
  if (said.quarter !== undefined) return chineseNumber(said.quarter) * 15;
  return chineseNumber(said.exact ?? said.minute ?? "0");
}

function isLate(part: string): boolean {
  return /下午|傍晚|晚|夜/.test(part);
}

const PARTS: readonly PatternReader<DayPart>[] = [
  {
    pattern: phrase(`(?<part>${PART_WORDS})(?![餐饭])`),
    read: ({ part = "" }) => {
      if (part === "中午") return "noon";
      if (part === "下午") return "afternoon";
      return isLate(part) ? "evening" : "morning";
    },
  },
];

/** Takes the day and the time out of a text and returns them with the rest of the text. */
export function extractWhen(text: string): { rest: string; when: When } {
  const day = extractFirstMatch(DAYS, text);
  const time = extractFirstMatch(TIMES, day.rest);
  const part = extractFirstMatch(PARTS, time.rest);
  return { rest: tidy(part.rest), when: { day: day.value, time: time.value, part: part.value } };
}

function tidy(text: string): string {
  return text
    .replaceAll(/(?<=[\p{Script=Han}])\s+(?=[\p{Script=Han}])/gu, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s，,、的]+/, "")
    .replace(/(?:[\s，,、。的]|在|到|去)+$/, "");
}
