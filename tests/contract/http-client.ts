import { inject } from "vitest";
import { Browser } from "#tests/helpers/browser.ts";
import { uniqueAddress } from "#tests/helpers/unique.ts";
import { ADDRESS_HEADER } from "./global-service.ts";
import { recordText } from "./recorded-texts.ts";

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
}

export interface ClientOptions {
  /** The URL of the service under test; by default that of the shared service. */
  url?: string;
  /** The client's address for all requests; by default each request has an address of its own. */
  address?: string;
  headers?: Record<string, string>;
}

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** A client of the service over HTTP: with a bearer token or none, and without cookies and Origin. */
export class HttpClient {
  readonly url: string;
  token: string | null = null;
  readonly #address: string | undefined;
  readonly #headers: Record<string, string>;

  constructor({ url = serviceUrl(), address, headers = {} }: ClientOptions = {}) {
    this.url = url;
    this.#address = address;
    this.#headers = headers;
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.send("GET", path, undefined, headers);
  }

  /** Sends a POST request. A string body is sent as it is. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.send("POST", path, body, headers);
  }

  async send(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const given = {
      [ADDRESS_HEADER]: this.#address ?? uniqueAddress(),
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
      ...this.#headers,
      ...headers,
    };
    const sent = isJson && typeof body !== "string" ? JSON.stringify(body) : (body as BodyInit | undefined);
    const init = {
      method,
      headers: given,
      redirect: "manual",
      ...(sent === undefined ? {} : { body: sent }),
    } as const;
    const response = await this.exchange(new URL(path, this.url).href, init);
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, body: parsed(text), text };
    note(body, answer);
    return answer;
  }

  protected exchange(url: string, init: RequestInit): Promise<Response> {
    return fetch(url, init);
  }
}

/**
 * A client that behaves like a browser: it has a cookie jar, and sends its page's Origin with everything except GET.
 */
export class BrowserClient extends HttpClient {
  readonly jar = new Browser(() => ({ [ADDRESS_HEADER]: uniqueAddress() }));
  readonly origin: string;

  constructor(options: ClientOptions & { origin?: string } = {}) {
    super(options);
    this.origin = options.origin ?? new URL(this.url).origin;
  }

  protected override exchange(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (init.method !== "GET" && !headers.has("origin")) headers.set("origin", this.origin);
    return this.jar.fetch(url, { ...init, headers });
  }
}

export function serviceUrl(): string {
  return inject("contractService").url;
}

/** Returns a value within an answer's body. */
export function valueAt(answer: Answer, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => Object(value)[key], answer.body);
}

/** Returns a text within an answer's body. @throws Error when there is none */
export function textAt(answer: Answer, ...path: (string | number)[]): string {
  const value = valueAt(answer, ...path);
  if (typeof value === "string") return value;
  throw new Error(`No ${path.join(".")} in ${answer.status} ${answer.text}`);
}

/** Returns the token of the session that an answer begins, which native clients store. @throws Error without one */
export function tokenOf(answer: Answer): string {
  const token = answer.headers.get("set-auth-token");
  if (token) return token;
  throw new Error(`No session begins with ${answer.status} ${answer.text}`);
}

export function sessionCookieOf(answer: Answer): string | undefined {
  return answer.headers.getSetCookie().find((line) => /session_token=[^;]/.test(line));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const PASSWORDS = ["password", "newPassword", "currentPassword"];

function note(body: unknown, answer: Answer): void {
  for (const name of PASSWORDS) recordText("password", Object(body)[name]);
  noteToken(answer.headers.get("set-auth-token"));
  for (const line of answer.headers.getSetCookie()) noteToken(/session_token=([^;]+)/.exec(line)?.[1]);
  if (answer.status >= 400) recordText("error body", answer.text);
  recordText("url", answer.headers.get("location"));
  for (const code of [valueAt(answer, "backupCodes")].flat()) recordText("backup code", code);
  recordText("challenge", valueAt(answer, "twoFactorToken"));
  const uri = valueAt(answer, "totpURI");
  if (typeof uri === "string") recordText("TOTP secret", new URL(uri).searchParams.get("secret"));
}

/** Records a session token, which is the part of a signed cookie before the signature. */
function noteToken(signed: string | null | undefined): void {
  if (signed) recordText("session token", decodeURIComponent(signed).split(".")[0]);
}
