import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { NOTICE_WORDINGS } from "#lib/server/mail/notice-wording.ts";
import { answerJson, readText, startLoopback } from "./loopback-server.ts";

/* A double of Resend's `POST /emails` on loopback: https://resend.com/docs/api-reference/emails/send-email */

export interface Mail {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: IncomingMessage["headers"];
}

/** How a request fails, in place of the usual answer. */
export type MailTrouble =
  /** The request is refused with this status, which cannot be a 2xx. */
  | { kind: "status"; status: number; retryAfter?: string }
  /** The connection breaks before the e-mail is accepted. */
  | { kind: "drop" }
  /** The e-mail is accepted, and the connection breaks before the answer. */
  | { kind: "lose-answer" }
  /** The e-mail is accepted, and the answer is delayed by this time. */
  | { kind: "slow"; ms: number };

/** One request with the right key, whatever its outcome. */
export interface Attempt {
  idempotencyKey: string | undefined;
  body: unknown;
}

export interface MailApi {
  /** The value for `EMAIL_API_URL`. */
  url: string;
  /** The value for `EMAIL_API_KEY`. */
  key: string;
  /**
   * Returns each accepted e-mail once, oldest first. It includes notices about the account, which the methods for one
   * address ignore.
   */
  sent(): Mail[];
  attempts(): Attempt[];
  /** Waits until an address has received this many e-mails. @throws Error after 10 s */
  mailsTo(address: string, count?: number): Promise<Mail[]>;
  /** Returns the verification code of the newest e-mail to an address, or null. */
  lastCodeTo(address: string): string | null;
  /** Returns the link of the newest e-mail to an address, or null. */
  lastLinkTo(address: string): string | null;
  /** Makes the next request, or the next `times` requests, fail. */
  failNext(trouble: MailTrouble, times?: number): void;
  stop(): Promise<void>;
}

const Address = z.string().min(3);
const Email = z
  .object({
    from: z.string().min(1),
    to: z.union([Address, z.array(Address).min(1).max(50)]),
    subject: z.string(),
    text: z.string().optional(),
    html: z.string().optional(),
  })
  .refine(({ text, html }) => text !== undefined || html !== undefined);
type Email = z.infer<typeof Email>;

const WAIT_MS = 10_000;

export async function startMailApi(): Promise<MailApi> {
  const api = new MailServer();
  const server = await startLoopback((request, response) => void api.handle(request, response));
  const askingTo = (address: string) => api.mails.filter((mail) => mail.to === address && !isNotice(mail));
  const newestTo = (address: string) => askingTo(address).at(-1);
  return {
    url: server.url,
    key: api.key,
    sent: () => [...api.mails],
    attempts: () => [...api.attempts],
    async mailsTo(address, count = 1) {
      const signal = AbortSignal.timeout(WAIT_MS);
      for (;;) {
        const mails = askingTo(address);
        if (mails.length >= count) return mails;
        await once(api.arrivals, "mail", { signal });
      }
    },
    lastCodeTo: (address) => /\b\d{6}\b/.exec(newestTo(address)?.text ?? "")?.[0] ?? null,
    lastLinkTo: (address) => /https?:\/\/\S+/.exec(newestTo(address)?.text ?? "")?.[0] ?? null,
    failNext(trouble, times = 1) {
      for (let time = 0; time < times; time += 1) api.troubles.push(trouble);
    },
    stop: () => server.stop(),
  };
}

/** Whether an e-mail is a notice: it informs about something that has happened and asks the recipient to do nothing. */
function isNotice({ text }: Mail): boolean {
  return Object.values(NOTICE_WORDINGS).some(({ nothingToDo }) => text.includes(nothingToDo));
}

class MailServer {
  readonly key = `re_${randomUUID()}`;
  readonly mails: Mail[] = [];
  readonly attempts: Attempt[] = [];
  readonly troubles: MailTrouble[] = [];
  readonly arrivals = new EventEmitter().setMaxListeners(0);
  /** Accepted e-mails by `Idempotency-Key`: the same body gets the first answer again, another body is refused. */
  readonly #taken = new Map<string, { id: string; body: string }>();

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request);
    const asksDomains = request.url === "/domains" && request.method === "GET";
    if (request.url !== "/emails" && !asksDomains) return refuse(response, 404, "not_found");
    if (request.method !== "POST" && !asksDomains) return refuse(response, 405, "method_not_allowed");
    const { authorization } = request.headers;
    if (!authorization) return refuse(response, 401, "missing_api_key");
    if (authorization !== `Bearer ${this.key}`) return refuse(response, 403, "invalid_api_key");
    if (asksDomains) return answerJson(response, 200, { data: [] });
    this.attempts.push({ idempotencyKey: keyOf(request), body: parseJson(text) });
    const trouble = this.troubles.shift();
    switch (trouble?.kind) {
      case "drop":
        return void request.socket.destroy();
      case "status":
        if (trouble.retryAfter !== undefined) response.setHeader("retry-after", trouble.retryAfter);
        return refuse(response, trouble.status, nameOf(trouble.status));
      case "lose-answer":
        this.#take(request, text);
        return void request.socket.destroy();
      case "slow": {
        const answer = this.#take(request, text);
        setTimeout(() => answerJson(response, answer.status, answer.body), trouble.ms).unref();
        return;
      }
      default: {
        const answer = this.#take(request, text);
        answerJson(response, answer.status, answer.body);
      }
    }
  }

  #take(request: IncomingMessage, text: string): { status: number; body: unknown } {
    const email = Email.safeParse(parseJson(text)).data;
    if (!email || !request.headers["content-type"]?.startsWith("application/json")) {
      return { status: 422, body: failure(422, "missing_required_field") };
    }
    const key = keyOf(request);
    if (key !== undefined && (key.length === 0 || key.length > 256)) {
      return { status: 400, body: failure(400, "invalid_idempotency_key") };
    }
    const before = key === undefined ? undefined : this.#taken.get(key);
    if (before && before.body !== text)
      return { status: 409, body: failure(409, "invalid_idempotent_request") };
    if (before) return { status: 200, body: { id: before.id } };
    const id = randomUUID();
    if (key !== undefined) this.#taken.set(key, { id, body: text });
    this.#keep(id, email, request.headers);
    return { status: 200, body: { id } };
  }

  #keep(id: string, email: Email, headers: IncomingMessage["headers"]): void {
    const { from, subject, text = "", html = "" } = email;
    for (const to of [email.to].flat()) this.mails.push({ id, from, to, subject, text, html, headers });
    this.arrivals.emit("mail");
  }
}

function keyOf(request: IncomingMessage): string | undefined {
  const key = request.headers["idempotency-key"];
  return Array.isArray(key) ? key[0] : key;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the body of a refusal. As the real server does, it quotes the e-mail; no log may contain the quotation. */
function failure(statusCode: number, name: string): unknown {
  return { statusCode, name, message: "The mail to ann@people.test with code 042917 was refused." };
}

function refuse(response: ServerResponse, status: number, name: string): void {
  answerJson(response, status, failure(status, name));
}

function nameOf(status: number): string {
  if (status === 429) return "rate_limit_exceeded";
  return status >= 500 ? "internal_server_error" : "validation_error";
}
