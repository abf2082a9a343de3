import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { claimServiceTurn, saveServiceAnswer, selectServiceAnswers } from "#db/queries/open-services.ts";
import { runAndRecord } from "../background/note-runs.ts";
import { cachedRead, freshDatabase } from "../process/database.ts";
import { defer } from "../http/defer.ts";
import { limitedText } from "../http/limited-text.ts";
import { log } from "../http/log.ts";
import { CircuitBreaker } from "#lib/shared/circuit-breaker.ts";
import { runInSpan } from "../telemetry/telemetry.ts";
import type { ServiceRequest, SentRequest, OpenService, JsonRequest } from "./open-service.ts";
import { RequestThrottle } from "./request-throttle.ts";
import { userAgent } from "./user-agent.ts";

/** How long answers stay in memory, because the cached database connection may not have a new answer yet. */
const RECENT_MS = 5 * 60_000;
const MOST_RECENT = 500;
const LONGEST_PAUSE_S = 600;
const USUAL_PAUSE_S = 30;
/** The most redirects: a different spelling of a title redirects to another title, and that one to the article. */
const MOST_MOVES = 2;

interface Recent {
  until: number;
  answer: Promise<KeptAnswer<unknown> | null>;
  /** The users who wait for the answer while the request runs. */
  askers: Set<string>;
}

/** A wrapper around the value, since a service's answer may itself be null. */
interface Answer<T> {
  says: T;
}

interface KeptAnswer<T> extends Answer<T> {
  /** When the answer expires, in milliseconds since 1970. */
  expiresAt: number;
}

/** Thrown when the service refused because of too many requests, and named a pause. */
class Busy extends Error {
  readonly retryMs: number;

  constructor(retryMs: number) {
    super("It asks for a pause.");
    this.retryMs = retryMs;
  }
}

/**
 * Calls one open service by the rules of its owners: each request is sent once for all servers, only so many at once,
 * with a pause between them, and the circuit breaker stops them for a while after failures. It never rejects, and
 * answers within the service's deadline.
 */
export class OpenServiceClient {
  readonly #service: OpenService;
  readonly #now: () => number;
  readonly #rest: CircuitBreaker;
  readonly #politeness: RequestThrottle;
  readonly #recent = new Map<string, Recent>();

  /** `now` returns the current time in milliseconds since 1970. */
  constructor(service: OpenService, now: () => number = Date.now) {
    this.#service = service;
    this.#now = now;
    this.#rest = new CircuitBreaker(now);
    this.#politeness = new RequestThrottle({ atOnce: service.atOnce, everyMs: 0 });
  }

  /**
   * Returns the service's answer; null when it does not answer in time, the circuit breaker is open, or too many
   * requests wait: the caller has a fallback. `asker`: the user of the request, if only the newest request of each user
   * still matters.
   */
  async ask<T>(question: ServiceRequest<T>, asker?: string): Promise<Answer<T> | null> {
    const answer = this.#answerTo(question, asker).then((kept) => kept && { says: kept.says });
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), this.#service.deadlineMs);
    try {
      // An answer that arrives after the deadline is cached all the same.
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #answerTo<T>(question: ServiceRequest<T>, asker = ANYBODY): Promise<KeptAnswer<T> | null> {
    const key = this.#keyOf(question);
    const recent = this.#recent.get(key);
    if (asker !== ANYBODY && !recent?.askers.has(asker)) this.#leaveAll(asker);
    if (recent && recent.until > this.#now()) {
      recent.askers.add(asker);
      // The cast is safe because one key has the answers of one `read` only.
      return (await recent.answer) as KeptAnswer<T> | null;
    }
    const askers = new Set([asker]);
    const answer = this.#find(key, question, askers);
    const mine: Recent = { until: this.#now() + RECENT_MS, answer, askers };
    this.#remember(key, mine);
    const found = await answer;
    mine.until = Math.min(mine.until, found?.expiresAt ?? 0);
    // The answer is dropped if there was none, or if it is stored under other keys: then the next request is sent.
    if (mine.until <= this.#now() && this.#recent.get(key) === mine) this.#recent.delete(key);
    return found;
  }

  #keyOf({ url, headers = {}, sameAs = url }: SentRequest): string {
    const asked = JSON.stringify([sameAs, headers]);
    return `${this.#service.name}:${createHash("sha256").update(asked).digest("base64url")}`;
  }

  /** Drops the user's older requests, since only the newest matters; requests that others wait for too continue. */
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

  async #find<T>(
    key: string,
    question: ServiceRequest<T>,
    askers: Set<string>,
  ): Promise<KeptAnswer<T> | null> {
    const kept = await this.#kept<T>(key);
    if (kept) return kept;
    const answer = await this.#askInTurn(question, askers);
    return answer && this.#keep(key, { ...answer, expiresAt: this.#now() + question.keptMs(answer.says) });
  }

  /**
   * Returns the cached answers of several requests in their order, without sending any; null: none is cached. Each
   * answer must come from an equal request, or from {@link note}.
   */
  async known<T>(questions: readonly SentRequest[]): Promise<(Answer<T> | null)[]> {
    const keys = questions.map((question) => this.#keyOf(question));
    const kept = await this.#keptOf<T>([...new Set(keys)]);
    return keys.map((key) => kept.get(key) ?? null);
  }

  /** Caches an answer to this request that was part of another answer. */
  note(question: SentRequest, says: unknown, keptMs: number): void {
    this.#keep(this.#keyOf(question), { says, expiresAt: this.#now() + keptMs });
  }

  async #kept<T>(key: string): Promise<KeptAnswer<T> | null> {
    return (await this.#keptOf<T>([key])).get(key) ?? null;
  }

  /** Reads cached answers. If the database is down, the request is sent. */
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

  async #askInTurn<T>(question: ServiceRequest<T>, askers: Set<string>): Promise<Answer<T> | null> {
    const { name, deadlineMs } = this.#service;
    if (this.#rest.isResting) return null;
    try {
      return await this.#politeness.inTurn(askers, AbortSignal.timeout(deadlineMs), async () => {
        // The circuit breaker is checked again, because an earlier request may have failed while this one waited.
        if (this.#rest.isResting || !(await this.#turn())) return null;
        const says = await runAndRecord(name, () =>
          runInSpan({ name, kind: "client" }, () => this.#found(question)),
        );
        this.#rest.answered();
        return { says };
      });
    } catch (error) {
      if (error instanceof Busy) this.#rest.pause(error.retryMs);
      else this.#rest.failed();
      // The log contains the failure and never the request.
      log().warn({ service: name, reason: reasonOf(error) }, "an open service gave no answer");
      return null;
    }
  }

  /**
   * Waits until the request's turn among the requests of all servers has come.
   * @returns false when that would take too long
   */
  async #turn(): Promise<boolean> {
    const { name, everyMs, deadlineMs } = this.#service;
    if (everyMs === 0) return true;
    const turn = { service: name, everyMs, patienceMs: deadlineMs };
    const [claimed] = await claimServiceTurn(freshDatabase(), turn);
    if (!claimed) return false;
    if (claimed.waitMs > 0) await sleep(claimed.waitMs);
    return true;
  }

  #found<T>(question: ServiceRequest<T>): Promise<T> {
    const signal = AbortSignal.timeout(this.#service.deadlineMs);
    return "find" in question ? question.find(signal) : this.#fetched(question, signal);
  }

  async #fetched<T>(question: JsonRequest<T>, signal: AbortSignal): Promise<T> {
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

type Sent = Pick<JsonRequest<unknown>, "url" | "headers" | "mayMove">;

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

/** Returns the target of a redirect; null: there is none, or it leads to a host that this service may not call. */
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

/** Returns the kind of an error, because the messages of zod and of connections may quote request and answer. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error instanceof SyntaxError || error.name === "ZodError" ? "no proper answer" : error.message;
}
