/**
 * Marks in front of a list's entries. None of them begins a name: a number is a mark only with punctuation behind it.
 */
const MARKS: readonly RegExp[] = [
  /^[•·‣▪▫●○◦■□◆◇★☆✓✔☑☐✅➤►▶※]\ufe0f?/u,
  /^\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier})*/u,
  /^(?:[-–—*+>]|#{1,6})(?=\s)/,
  /^\[[ xX]?\]/,
  /^\(?\d{1,3}[.)）](?=[\s\p{L}])/u,
  /^(?:\d{1,3}|[一二三四五六七八九十]{1,3})、/,
  /^[①-⑳]/,
  /^[a-h]\)(?=\s)/i,
];
/** Maximum number of marks that are removed; an entry of a nested list has two or three. */
const MOST_MARKS = 5;

/** Returns the line without its bullet, number or check box. */
export function withoutMark(line: string): string {
  let text = line.trim();
  for (let taken = 0; taken < MOST_MARKS; taken++) {
    const mark = MARKS.find((pattern) => pattern.test(text));
    if (!mark) break;
    text = text.replace(mark, "").trim();
  }
  return text;
}

const WEEKDAYS =
  "(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|(?:星期|周|週)[一二三四五六日天]";
const DAYS = String.raw`(?:day|jour|tag|d[ií]a|giorno|dag)\s?\d{1,3}|d\d{1,2}|第\s?(?:\d{1,3}|[一二三四五六七八九十]{1,3})\s?[天日]`;
const DATES = String.raw`\d{4}-\d{2}-\d{2}|(?:\d{4}年)?\d{1,2}月\d{1,2}[日号號]`;
/** The name of a day alone or followed by punctuation. “Sunday Market” is no day. */
const DAY = new RegExp(
  String.raw`^(?:${DAYS}|${DATES}|${WEEKDAYS})(?:\s?[(（][^()（）]{1,30}[)）])?(?:$|\s?[:：,，.|–—]\s?|\s-\s|(?<=[天日号號])\s?(?=\p{L}))`,
  "iu",
);
const NUMBERED_DAY = new RegExp(String.raw`^(?:${DAYS})\s+(?=\p{Lu})`, "iu");

/** Returns the line without the days and dates in front of it; empty for a heading of a day. */
export function withoutDay(line: string): string {
  let text = line;
  for (const pattern of [DAY, NUMBERED_DAY, DAY]) text = text.replace(pattern, "").trim();
  return text;
}
