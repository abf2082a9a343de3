import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { assertNever } from "#lib/shared/errors.ts";
import { ChunkStream, completion, deltasOf } from "./chat-answers.ts";
import { type ChatServer, startChatServer } from "./chat-server.ts";
import type { Answer, ChatRequest } from "./chat-shapes.ts";
import { answerJson } from "./loopback-server.ts";
import { readChinese } from "./demo/chinese.ts";
import { resolveReferences, prependEarlierMessage } from "./demo/dialogue.ts";
import { readEnglish } from "./demo/english.ts";
import type { Intent, Language } from "./demo/intents.ts";
import {
  addStop,
  changeStop,
  packThing,
  removeStop,
  type SkillContext,
  writeNote,
} from "./demo/plan-skills.ts";
import {
  checkTrip,
  draftExpense,
  findPlace,
  findPlaces,
  lookAtStreet,
  previewDates,
  tellBalances,
  tellHistory,
  tellPlan,
  tellRoute,
} from "./demo/read-skills.ts";
import { type EarlierExchange, nextAnswer, readRun, type SkillRun } from "./demo/run.ts";
import { wordsIn } from "./demo/words.ts";

interface Options {
  /** The pause after each word, in milliseconds. */
  pace?: number;
  now?: () => Date;
}

/**
 * Starts a rule-based model for demonstrations, without key or network, that understands a few dozen kinds of sentences
 * in two languages.
 */
export function startDemoModel({ pace = 20, now = () => new Date() }: Options = {}): Promise<ChatServer> {
  return startChatServer({
    key: "no-key-is-needed",
    model: "wayfare-demo",
    answer: ({ body }, response) => send(body, demoAnswer(body, now()), response, pace),
  });
}

async function send(
  request: ChatRequest,
  answer: Answer,
  response: ServerResponse,
  pace: number,
): Promise<void> {
  if (request.stream !== true) return answerJson(response, 200, completion(request, answer));
  const stream = new ChunkStream(request, response);
  await stream.start();
  for (const delta of deltasOf(answer)) {
    if (pace > 0) await sleep(pace);
    if (response.destroyed) return;
    await stream.delta(delta);
  }
  await stream.finish(answer);
}

/** Returns the model's next answer: a text or a call of a tool. */
export function demoAnswer(request: ChatRequest, now: Date): Answer {
  const { asked, results, earlier } = readRun(request);
  const { language, intents } = readIntents(asked, earlier);
  const say = wordsIn[language];
  return nextAnswer(all(intents, { say, now }), results, request, say.notHere);
}

/** Returns one intent for each request in the text; null if the text is not understood. */
export function readIntents(
  text: string,
  earlier: EarlierExchange = { asked: "", said: "" },
): { language: Language; intents: (Intent | null)[] } {
  const whole = prependEarlierMessage(text, earlier);
  const before = read(earlier.asked).intents.at(-1) ?? null;
  const { language, intents } = read(whole);
  return { language, intents: intents.map((intent) => resolveReferences(intent, whole, earlier, before)) };
}

function read(text: string): { language: Language; intents: (Intent | null)[] } {
  const [characters, words] = [text.match(/\p{Script=Han}/gu) ?? [], text.match(/[a-z]+/gi) ?? []];
  const parts = text
    .split(/[;；\n]+|,?\s+(?:and\s+)?then\s+|[，,]?(?:然后|接着)/i)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const inEnglish = parts.map(readEnglish);
  // A name in another script does not make an English sentence a Chinese one.
  const isEnglish = characters.length <= words.length || inEnglish.every((intent) => intent !== null);
  return isEnglish
    ? { language: "en", intents: inEnglish }
    : { language: "zh", intents: parts.map(readChinese) };
}

function* all(intents: readonly (Intent | null)[], setting: SkillContext): SkillRun {
  const said: string[] = [];
  for (const intent of intents) {
    const work = workOn(intent, setting);
    said.push(typeof work === "string" ? work : yield* work);
  }
  return said.length === 0 ? setting.say.help : said.join("\n\n");
}

/** Returns the work on an intent, or only a sentence if no tool is needed. */
function workOn(intent: Intent | null, setting: SkillContext): SkillRun | string {
  switch (intent?.do) {
    case "add":
      return addStop(intent, setting);
    case "change":
      return changeStop(intent, setting);
    case "remove":
      return removeStop(intent, setting);
    case "find":
      return findPlaces(intent, setting);
    case "where":
      return findPlace(intent, setting);
    case "street":
      return lookAtStreet(intent, setting);
    case "plan":
      return tellPlan(intent, setting);
    case "route":
      return tellRoute(intent, setting);
    case "note":
      return writeNote(intent, setting);
    case "pack":
      return packThing(intent, setting);
    case "spend":
      return draftExpense(intent, setting);
    case "shift":
      return previewDates(intent, setting);
    case "balances":
      return tellBalances(intent, setting);
    case "check":
      return checkTrip(intent, setting);
    case "history":
      return tellHistory(intent, setting);
    case "book":
      return setting.say.cannotBook;
    case "help":
      return setting.say.help;
    case undefined:
      return setting.say.notUnderstood;
    default:
      return assertNever(intent);
  }
}
