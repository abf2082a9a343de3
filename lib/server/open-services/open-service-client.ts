import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { claimServiceTurn, saveServiceAnswer, selectServiceAnswers } from "#db/queries/open-services.ts";
import { noted } from "../background/note-runs.ts";
import { cachedRead, freshDatabase } from "../database.ts";
import { defer } from "../http/defer.ts";
import { limitedText } from "../http/limited-text.ts";
import { log } from "../http/log.ts";
import { Rest } from "#lib/shared/rest.ts";
import { inPart } from "../telemetry/telemetry.ts";
import type { AnyQuestion, Asked, OpenService, Question } from "./open-service.ts";
import { Politeness } from "./politeness.ts";
import { userAgent } from "./user-agent.ts";

/** In memory, where the cached path of the database does not know of it yet. */
const RECENT_MS = 5 * 60_000;
const MOST_RECENT = 500;
const LONGEST_PAUSE_S = 600;
const USUAL_PAUSE_S = 30;
/** A title that is spelled otherwise leads to a redirect, and that one to the article. */
const MOST_MOVES = 2;

interface Recent {
  until: number;
  answer: Promise<KeptAnswer<unknown> | null>;
  /** Who waits for it, while it is being asked. */
  askers: Set<string>;
}

/** In a wrapper, since what a service says may be null itself. */
interface Answer<T> {
  says: T;
}

interface KeptAnswer<T> extends Answer<T> {
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Says that it has had enough, and for how long. */
class Busy extends Error {
  readonly retryMs: number;

  constructor(retryMs: number) {
    super("It asks for a pause.");
    this.retryMs = retryMs;
  }
}

/**
 * Asks one service as its owners wish: each question once for all servers, so many at once, so far apart, and not at all
 * for a while when it gives no answers. It never rejects, and answers within the service's deadline.
 */
export class OpenServiceClient {
  readonly #service: OpenService;
  readonly #now: () => number;
  readonly #rest: Rest;
  readonly #politeness: Politeness;
  readonly #recent = new Map<string, Recent>();

  /** `now`: milliseconds since 1970 */
  constructor(service: OpenService, now: () => number = Date.now) {
    this.#service = service;
    this.#now = now;
    this.#rest = new Rest(now);
    this.#politeness = new Politeness({ atOnce: service.atOnce, everyMs: 0 });
  }

  /**
   * What the service says; null where it says nothing in time, is resting, or too many wait: the caller has something else.
   * `asker`: whose question it is, where only the newest of theirs still matters.
   */
  async ask<T>(question: AnyQuestion<T>, asker?: string): Promise<Answer<T> | null> {
    const answer = this.#answerTo(question, asker).then((kept) => kept && { says: kept.says });
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), this.#service.deadlineMs);
    try {
      // An answer that comes later is kept all the same.
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #answerTo<T>(question: AnyQuestion<T>, asker = ANYBODY): Promise<KeptAnswer<T> | null> {
    const key = this.#keyOf(question);
    const recent = this.#recent.get(key);
    if (asker !== ANYBODY && !recent?.askers.has(asker)) this.#leaveAll(asker);
    if (recent && recent.until > this.#now()) {
      recent.askers.add(asker);
      // Under one key stands what one `read` has made of one question.
      return (await recent.answer) as KeptAnswer<T> | null;
    }
    const askers = new Set([asker]);
    const answer = this.#find(key, question, askers);
    const mine: Recent = { until: this.#now() + RECENT_MS, answer, askers };
    this.#remember(key, mine);
    const found = await answer;
    mine.until = Math.min(mine.until, found?.expiresAt ?? 0);
    // What was not answered, or is kept by other names, is asked again.
    if (mine.until <= this.#now() && this.#recent.get(key) === mine) this.#recent.delete(key);
    return found;
  }

  #keyOf({ url, headers = {}, sameAs = url }: Asked): string {
    const asked = JSON.stringify([sameAs, headers]);
    return `${this.#service.name}:${createHash("sha256").update(asked).digest("base64url")}`;
  }

  /** Of one's own questions only the newest still matters; what others wait for too goes on without them. */
  #leaveAll(asker: string): void {
    for (const { askers } of this.#recent.values()) askers.delete(asker);
    this.#politeness.tidy();
  }

  #remember(key: string, recent: Recent): void {
    this.#recent.delete(key);
    this.#recent.set(key, recent);
    const oldest = this.#recent.keys().next().value;
    if (this.#recent.size > MOST_RECENT && oldest !== undefined) this.#recent.delete(oldest);
  }

  async #find<T>(key: string, question: AnyQuestion<T>, askers: Set<string>): Promise<KeptAnswer<T> | null> {
    const kept = await this.#kept<T>(key);
    if (kept) return kept;
    const answer = await this.#askInTurn(question, askers);
    return answer && this.#keep(key, { ...answer, expiresAt: this.#now() + question.keptMs(answer.says) });
  }

  /**
   * What is known of several questions without asking anybody, in their order; null: nothing. Each must have been asked,
   * or noted, as a question that says the same.
   */
  async known<T>(questions: readonly Asked[]): Promise<(Answer<T> | null)[]> {
    const keys = questions.map((question) => this.#keyOf(question));
    const kept = await this.#keptOf<T>([...new Set(keys)]);
    return keys.map((key) => kept.get(key) ?? null);
  }

  /** Keeps what the answer to another question has told of this one. */
  note(question: Asked, says: unknown, keptMs: number): void {
    this.#keep(this.#keyOf(question), { says, expiresAt: this.#now() + keptMs });
  }

  async #kept<T>(key: string): Promise<KeptAnswer<T> | null> {
    return (await this.#keptOf<T>([key])).get(key) ?? null;
  }

  /** A database that is away is no reason not to ask. */
  async #keptOf<T>(keys: string[]): Promise<Map<string, KeptAnswer<T>>> {
    try {
      const rows = await selectServiceAnswers(cachedRead("place-search"), {
        keys,
        now: new Date(this.#now()),
      });
      return new Map(
        rows.map(({ key, answer, expiresAt }) => [
          key,
          { says: JSON.parse(answer), expiresAt: expiresAt.getTime() },
        ]),
      );
    } catch (error) {
      log().warn({ err: error, service: this.#service.name }, "the kept answers could not be read");
      return new Map();
    }
  }

  #keep<T>(key: string, answer: KeptAnswer<T>): KeptAnswer<T> {
    if (answer.expiresAt <= this.#now()) return answer;
    const row = { key, answer: JSON.stringify(answer.says), expiresAt: new Date(answer.expiresAt) };
    defer(() => saveServiceAnswer(freshDatabase(), row), `keeping an answer of ${this.#service.name}`);
    return answer;
  }

  async #askInTurn<T>(question: AnyQuestion<T>, askers: Set<string>): Promise<Answer<T> | null> {
    const { name, deadlineMs } = this.#service;
    if (this.#rest.isResting) return null;
    try {
      return await this.#politeness.inTurn(askers, AbortSignal.timeout(deadlineMs), async () => {
        // The one before may have failed while this one waited.
        if (this.#rest.isResting || !(await this.#turn())) return null;
        const says = await noted(name, () => inPart({ name, kind: "client" }, () => this.#found(question)));
        this.#rest.answered();
        return { says };
      });
    } catch (error) {
      if (error instanceof Busy) this.#rest.pause(error.retryMs);
      else this.#rest.failed();
      // In the log stands what went wrong, and never what was asked.
      log().warn({ service: name, reason: reasonOf(error) }, "an open service gave no answer");
      return null;
    }
  }

  /** Waits for the turn among all servers. @returns false where that would be too long */
  async #turn(): Promise<boolean> {
    const { name, everyMs, deadlineMs } = this.#service;
    if (everyMs === 0) return true;
    const turn = { service: name, everyMs, patienceMs: deadlineMs };
    const [claimed] = await claimServiceTurn(freshDatabase(), turn);
    if (!claimed) return false;
    if (claimed.waitMs > 0) await sleep(claimed.waitMs);
    return true;
  }

  #found<T>(question: AnyQuestion<T>): Promise<T> {
    const signal = AbortSignal.timeout(this.#service.deadlineMs);
    return "find" in question ? question.find(signal) : this.#fetched(question, signal);
  }

  async #fetched<T>(question: Question<T>, signal: AbortSignal): Promise<T> {
    const response = await responseTo(question, signal);
    const { read } = question;
    const text = await limitedText(response, this.#service.longestAnswer);
    const { status } = response;
    if (status === 429 || status === 503) throw new Busy(pauseOf(response));
    const isAboutQuestion = status >= 300 && status < 500 && status !== 408;
    if (!response.ok && !isAboutQuestion) throw new Error(`It answered ${status}.`);
    return read(response.ok ? JSON.parse(text) : jsonOrNothing(text), status);
  }
}

const ANYBODY = "";

type Sent = Pick<Question<unknown>, "url" | "headers" | "mayMove">;

async function responseTo(
  { url, headers, mayMove }: Sent,
  signal: AbortSignal,
  moves = 0,
): Promise<Response> {
  const response = await fetch(url, {
    headers: { accept: "application/json", ...headers, "user-agent": userAgent() },
    redirect: mayMove ? "manual" : "error",
    signal,
  });
  const onward = onwardFrom(url, response);
  if (onward === null || moves === MOST_MOVES) return response;
  await response.body?.cancel();
  return responseTo({ url: onward, headers, mayMove }, signal, moves + 1);
}

/** Where a redirect leads to; null: it is none, or leads to a host that this service may not ask. */
function onwardFrom(url: string, { status, headers }: Response): string | null {
  const location = status >= 300 && status < 400 ? headers.get("location") : null;
  const onward = location === null ? null : URL.parse(location, url);
  return onward?.origin === new URL(url).origin ? onward.href : null;
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pauseOf({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after")) || USUAL_PAUSE_S;
  return 1000 * Math.min(LONGEST_PAUSE_S, seconds);
}

/** An error of zod or of a connection may quote what was sent or answered. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error instanceof SyntaxError || error.name === "ZodError" ? "no proper answer" : error.message;
}
