/** A day in the way in which people name it. */
export type DayRef =
  /** 1 is the first day, -1 the last day. */
  | { number: number }
  /** 0 is Sunday. */
  | { weekday: number }
  /** The number of days after today. */
  | { ahead: number }
  /** The number of days after the stop's day. */
  | { later: number }
  /** A date; without a year, it is the date within the trip. */
  | { year?: number; month: number; date: number }
  | "ideas";

export type DayPart = "morning" | "noon" | "afternoon" | "evening";

export interface When {
  day?: DayRef;
  /** The time in the form HH:mm. */
  time?: string;
  part?: DayPart;
}

export type Language = "en" | "zh";

/** What a user asks for, as far as the model understands it. */
export type Intent =
  /** `at` is the location, if the user names it separately from what to add. */
  | { do: "add"; name: string; at: string; when: When }
  /** `after` is another stop's name, or empty. */
  | { do: "change"; stop: string; when: When; after: string }
  | { do: "remove"; stop: string; when: When }
  | { do: "find"; what: string; near: string }
  | { do: "where"; what: string }
  | { do: "street"; where: string }
  | { do: "plan"; when: When }
  | { do: "route"; when: When }
  | { do: "note"; when: When; text: string }
  | { do: "pack"; text: string }
  | { do: "spend"; title: string; amount: string; currency: string | null }
  | { do: "shift"; days: number }
  | { do: "balances" | "check" | "history" | "book" | "help" };

/** The time at which each part of the day begins. */
export const DAY_PART_TIMES: Readonly<Record<DayPart, string>> = {
  morning: "09:00",
  noon: "12:00",
  afternoon: "14:00",
  evening: "19:00",
};

export type Groups = Readonly<Record<string, string | undefined>>;

/**
 * A pattern, and the function that reads the intent of a match; the function returns null if the text means something
 * else.
 */
export interface Rule {
  pattern: RegExp;
  read: (words: Groups, text: string) => Intent | null;
}

export function firstIntent(rules: readonly Rule[], text: string): Intent | null {
  for (const { pattern, read } of rules) {
    const words = pattern.exec(text);
    const intent = words && read({ ...words.groups }, text);
    if (intent) return intent;
  }
  return null;
}

export function isWhenGiven({ day, time, part }: When): boolean {
  return day !== undefined || time !== undefined || part !== undefined;
}

/**
 * Returns a time in the form HH:mm, or undefined if there is no such time.
 * @param hour - as the user wrote it
 * @param isLate - whether the hour is in the afternoon or evening
 */
export function formatTime(hour: number, minute: number, isLate: boolean): string | undefined {
  const shown = isLate && hour < 12 ? hour + 12 : hour;
  if (shown > 23 || minute > 59) return undefined;
  return `${String(shown).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** A pattern for words of a text that stand for a day or a time, and the function that reads them. */
export interface PatternReader<T> {
  pattern: RegExp;
  read: (words: Groups, text: string) => T | undefined;
}

/** Returns the value of the first reading that matches, and the text without the matched words. */
export function extractFirstMatch<T>(
  readings: readonly PatternReader<T>[],
  text: string,
): { rest: string; value?: T } {
  for (const { pattern, read } of readings) {
    const words = pattern.exec(text);
    const value = words && read({ ...words.groups }, text);
    if (!words || value === undefined || value === null) continue;
    return { rest: `${text.slice(0, words.index)} ${text.slice(words.index + words[0].length)}`, value };
  }
  return { rest: text };
}
