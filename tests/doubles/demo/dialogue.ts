import type { Intent } from "./intents.ts";
import type { EarlierExchange } from "./run.ts";
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
/** The beginning of the model's question "which stop?", up to the first name, in both languages. */
const WHICH = SAYS.map((say) => say.which(["|", "|"]).split("|")[0] ?? "");

/**
 * Returns the earlier message together with the answer to the model's question: after `add ramen at 19:00` and the
 * question `Which day?`, the answer `day 2` is appended to the message.
 */
export function prependEarlierMessage(text: string, { asked, said }: EarlierExchange): string {
  const isAboutDay = SAYS.some(({ whichDay }) => said === whichDay);
  return isAboutDay && text.length < 40 ? `${asked} ${text}` : text;
}

/**
 * Returns the intent with the stop that a word such as "it" or the user's answer to "which stop?" means.
 * @param before - the earlier intent whose stop was unclear, if this text says which stop was meant
 */
export function resolveReferences(
  intent: Intent | null,
  text: string,
  { said }: EarlierExchange,
  before: Intent | null,
): Intent | null {
  if (intent?.do === "add") return nthListed(intent, said);
  if (intent?.do === "change" || intent?.do === "remove") {
    // The first name in the model's sentence is the stop that the sentence is about.
    const name = /“([^”]+)”/.exec(said.split("\n\n").at(-1) ?? "")?.[1];
    return THAT.test(intent.stop) && name !== undefined ? { ...intent, stop: name } : intent;
  }
  const isAnswer = intent === null && WHICH.some((start) => said.startsWith(start));
  if (isAnswer && (before?.do === "change" || before?.do === "remove")) {
    return { ...before, stop: text.replace(/[.。!！\s]+$/, "").replace(/^the\s+/i, "") };
  }
  return intent;
}

/** Replaces an ordinal such as "the second" by that element of the list in the model's previous answer. */
function nthListed(intent: Extract<Intent, { do: "add" }>, said: string): Intent {
  const index = ORDINALS.findIndex((ordinal) => ordinal.test(intent.name));
  if (index === -1) return intent;
  const listed = said.split("\n").flatMap((line) => /^- (.+?)(?:\s*[(（].*)?$/.exec(line)?.[1] ?? []);
  const name = listed[index];
  return name === undefined ? intent : { ...intent, name, at: name };
}
