import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const MESSAGES = join(import.meta.dirname, "../../app/_i18n/messages");
const Namespace = z.record(z.string(), z.unknown());

export type Language = "en" | "zh";
/** Returns a message by its key, such as `trip.share` or `trip-expense.amount.label`. */
export type Translate = (name: string) => string;

/** Returns the texts of the pages in a language. */
export function translatorOf(language: Language): Translate {
  return (name) => {
    const [namespace = "", ...keys] = name.split(".");
    const file = join(MESSAGES, language, `${namespace}.json`);
    const all: unknown = JSON.parse(readFileSync(file, "utf8"));
    return z.string().parse(keys.reduce((inner, key) => Namespace.parse(inner)[key], all));
  };
}
