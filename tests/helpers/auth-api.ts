import { expect } from "vitest";
import * as routes from "#app/api/auth/[...all]/route.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { uniqueAddress, uniqueEmail } from "./unique.ts";
import { lastCode } from "./mailbox.ts";

export const ORIGIN = "http://localhost:3000";
export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
type Handlers = Record<Method, (request: Request) => Response | Promise<Response>>;

export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

export interface CallOptions {
  method?: Method;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Returns an API client with an IP address of its own, so that tests do not use up each other's rate limits. */
export function authApi(handlers: Handlers = routes, ip = uniqueAddress()) {
  async function call(
    path: string,
    { method = "POST", body, headers = {} }: CallOptions = {},
  ): Promise<Answer> {
    const request = new Request(`${ORIGIN}/api/auth${path}`, {
      method,
      headers: {
        "x-wayfare-client-ip": ip,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const response = await handlers[method](request);
    await awaitDeferredWork();
    const text = await response.text();
    return {
      status: response.status,
      body: text === "" ? null : JSON.parse(text),
      headers: response.headers,
    };
  }
  return {
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call(path, { body, ...(headers ? { headers } : {}) }),
    get: (path: string, headers?: Record<string, string>) =>
      call(path, { method: "GET", ...(headers ? { headers } : {}) }),
    call,
  };
}

export interface Person {
  name: string;
  email: string;
  password: string;
}

export function newPerson(overrides: Partial<Person> = {}): Person {
  return { name: "Ann Lee", email: uniqueEmail(), password: "correct horse battery", ...overrides };
}

export async function signUpPerson(overrides: Partial<Person> = {}): Promise<Person> {
  const person = newPerson(overrides);
  expect(await authApi().post("/sign-up/email", person)).toMatchObject({ status: 200 });
  return person;
}

export interface SignedIn extends Person {
  /** The session's cookie as `name=value`, for a `Cookie` header. */
  cookie: string;
  token: string;
  signedToken: string;
}

/** Signs a user up and verifies the address through the real endpoints. The test file must have called `useMailbox`. */
export async function signUpAndVerify(overrides: Partial<Person> = {}): Promise<SignedIn> {
  const person = await signUpPerson(overrides);
  const answer = await authApi().post("/email-otp/verify-email", {
    email: person.email,
    otp: lastCode(person.email),
  });
  expect(answer).toMatchObject({ status: 200 });
  return { ...person, ...sessionOf(answer) };
}

export function sessionOf(answer: Answer): { cookie: string; token: string; signedToken: string } {
  const signedToken = answer.headers.get("set-auth-token") ?? "";
  const cookie = answer.headers.getSetCookie().find((value) => value.includes("session_token=")) ?? "";
  return { cookie: cookie.split(";")[0] ?? "", token: signedToken.split(".")[0] ?? "", signedToken };
}

/** Returns an `expect` matcher for the whole answer of a refusal. */
export function refusedWith(status: number, code: string, message: string | RegExp = /./) {
  const text = typeof message === "string" ? message : expect.stringMatching(message);
  return expect.objectContaining({
    status,
    body: { code, message: text, requestId: expect.stringMatching(UUID_V7) },
  });
}
