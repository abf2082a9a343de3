import type { Intent } from "./intents.ts";
import type { Earlier } from "./run.ts";
import { wordsIn } from "./words.ts";

const ORDINALS: readonly RegExp[] = [
  /^(?:the )?(?:first|1st)(?: (?:one|place))?$|^第[一1][个家处]$/i,
  /^(?:the )?(?:second|2nd)(?: (?:one|place))?$|^第[二两2][个家处]$/i,
  /^(?:the )?(?:third|3rd)(?: (?:one|place))?$|^第[三3][个家处]$/i,
  /^(?:the )?(?:fourth|4th)(?: (?:one|place))?$|^第[四4][个家处]$/i,
  /^(?:the )?(?:fifth|5th)(?: (?:one|place))?$|^第[五5][个家处]$/i,
];
const THAT = /^(?:it|that|this|that one|this one|它|这个|那个)$/i;
const SAYS = Object.values(wordsIn);
/** Up to where the names begin, in either language. */
const WHICH = SAYS.map((say) => say.which(["|", "|"]).split("|")[0] ?? "");

/** The question that a few words answer, with them in it: `add ramen at 19:00`, `Which day?`, `day 2`. */
export function withQuestion(text: string, { asked, said }: Earlier): string {
  const isAboutDay = SAYS.some(({ whichDay }) => said === whichDay);
  return isAboutDay && text.length < 40 ? `${asked} ${text}` : text;
}

/** @param before what was asked before, where this text answers which stop was meant there */
export function withEarlier(
  intent: Intent | null,
  text: string,
  { said }: Earlier,
  before: Intent | null,
): Intent | null {
  if (intent?.do === "add") return nthListed(intent, said);
  if (intent?.do === "change" || intent?.do === "remove") {
    // What is named first in a sentence is what it is about.
    const name = /“([^”]+)”/.exec(said.split("\n\n").at(-1) ?? "")?.[1];
    return THAT.test(intent.stop) && name !== undefined ? { ...intent, stop: name } : intent;
  }
  const isAnswer = intent === null && WHICH.some((start) => said.startsWith(start));
  if (isAnswer && (before?.do === "change" || before?.do === "remove")) {
    return { ...before, stop: text.replace(/[.。!！\s]+$/, "").replace(/^the\s+/i, "") };
  }
  return intent;
}

/** A place of the list that was given before. */
function nthListed(intent: Extract<Intent, { do: "add" }>, said: string): Intent {
  const index = ORDINALS.findIndex((ordinal) => ordinal.test(intent.name));
  if (index === -1) return intent;
  const listed = said.split("\n").flatMap((line) => /^- (.+?)(?:\s*[(（].*)?$/.exec(line)?.[1] ?? []);
  const name = listed[index];
  return name === undefined ? intent : { ...intent, name, at: name };
}
