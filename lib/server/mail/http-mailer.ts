import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Resend } from "resend";
import type { Mailer } from "./message.ts";
import { failureOf, type Failure, pauseBefore } from "./retrying.ts";

const TRIES = 4;
const TRY_MS = 6000;
/**
 * The time for all attempts and pauses together: a code is valid for five minutes, and the edge waits as long as this.
 */
const TOTAL_MS = 30_000;

export interface Provider {
  url: string;
  key: string;
  from: string;
}

export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
  /** Returns a signal that aborts after `ms` milliseconds. */
  timeout(ms: number): AbortSignal;
  /** Returns a random number from 0 to 1. */
  random(): number;
}

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms) => sleep(ms),
  timeout: (ms) => AbortSignal.timeout(ms),
  random: () => Math.random(),
};

/** Sends mail by the HTTP API of Resend, or of a provider with the same API. */
export function httpMailer({ url, key, from }: Provider, clock = systemClock): Mailer {
  let resend: Promise<Resend> | undefined;
  return {
    async send(message) {
      resend ??= import("resend").then((sdk) => new sdk.Resend(key, { baseUrl: url }));
      const { to, subject, text } = message;
      const mail = { from, to: [to], subject, text, html: await message.html() };
      // All attempts have one idempotency key, so that an attempt whose answer was lost does not send the mail twice.
      const options = { idempotencyKey: randomUUID() };
      const { emails } = await resend;
      await retrying(clock, async (ms) => {
        const answer = await emails.send(mail, { ...options, signal: clock.timeout(ms) });
        return answer.error && failureOf(answer.error, answer.headers);
      });
    },
  };
}

/**
 * Repeats an attempt until it succeeds or the time is over.
 * @throws Error with the status only, because the provider's message may quote the mail
 */
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
