import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Resend } from "resend";
import type { Mailer } from "./message.ts";
import { failureOf, type Failure, pauseBefore } from "./retrying.ts";

const TRIES = 4;
const TRY_MS = 6000;
/** All tries and pauses together: a code lives five minutes, and the edge waits as long as this does. */
const TOTAL_MS = 30_000;

export interface Provider {
  url: string;
  key: string;
  from: string;
}

export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
  /** Aborts after so many milliseconds. */
  timeout(ms: number): AbortSignal;
  /** From 0 to 1. */
  random(): number;
}

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms) => sleep(ms),
  timeout: (ms) => AbortSignal.timeout(ms),
  random: () => Math.random(),
};

/** Sends through the delivery provider's HTTP API, Resend's or one of its shape. */
export function httpMailer({ url, key, from }: Provider, clock = systemClock): Mailer {
  let resend: Promise<Resend> | undefined;
  return {
    async send(message) {
      resend ??= import("resend").then((sdk) => new sdk.Resend(key, { baseUrl: url }));
      const { to, subject, text } = message;
      const mail = { from, to: [to], subject, text, html: await message.html() };
      // One key for all tries, so that a try whose answer got lost is not sent again.
      const options = { idempotencyKey: randomUUID() };
      const { emails } = await resend;
      await retrying(clock, async (ms) => {
        const answer = await emails.send(mail, { ...options, signal: clock.timeout(ms) });
        return answer.error && failureOf(answer.error, answer.headers);
      });
    },
  };
}

/** @throws Error that names the status alone: the provider's words may quote the message */
async function retrying(clock: Clock, attempt: (ms: number) => Promise<Failure | null>): Promise<void> {
  const deadline = clock.now() + TOTAL_MS;
  for (let tries = 1; ; tries += 1) {
    const failure = await attempt(Math.max(1, Math.min(TRY_MS, deadline - clock.now())));
    if (failure === null) return;
    const pause = pauseBefore(tries, failure, clock.random());
    const isFinal = failure.isFinal || tries === TRIES || clock.now() + pause >= deadline;
    if (isFinal) throw new Error(`${failure.what} (${tries === 1 ? "1 try" : `${tries} tries`}).`);
    await clock.sleep(pause);
  }
}
