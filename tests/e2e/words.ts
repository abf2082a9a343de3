import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const MESSAGES = join(import.meta.dirname, "../../app/_i18n/messages");
const Namespace = z.record(z.string(), z.unknown());

export type Language = "en" | "zh";
/** A message without placeholders by its name, such as `trip.share`. */
export type Say = (name: string) => string;

/** What the pages say in a language. */
export function words(language: Language): Say {
  return (name) => {
    const [namespace = "", key = ""] = name.split(".");
    const file = join(MESSAGES, language, `${namespace}.json`);
    return z.string().parse(Namespace.parse(JSON.parse(readFileSync(file, "utf8")))[key]);
  };
}
