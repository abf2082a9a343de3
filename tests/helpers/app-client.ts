import { randomUUID } from "node:crypto";
import type { App } from "./app.ts";

/** A user of a running service, who has signed up through its API with the verification code that it printed. */
export interface AppPerson {
  email: string;
  password: string;
  token: string;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

const PASSWORD = "correct horse battery staple";

export async function signUp(app: App): Promise<AppPerson> {
  const email = `${randomUUID()}@people.test`;
  const from = app.log().length;
  const created = await send(app, "POST", "/api/auth/sign-up/email", {
    name: "Ann Lee",
    email,
    password: PASSWORD,
  });
  if (!created.ok) throw new Error(`Nobody was signed up: ${created.status} ${await created.text()}`);
  const [, otp] = await app.untilLogged(new RegExp(`To: ${email}[^]*?Code: (\\d{6})`), from);
  const verified = await send(app, "POST", "/api/auth/email-otp/verify-email", { email, otp });
  const token = verified.headers.get("set-auth-token");
  if (!token) throw new Error(`Nobody was signed in: ${verified.status} ${await verified.text()}`);
  return {
    email,
    password: PASSWORD,
    token,
    async call(method, path, body) {
      const response = await send(app, method, path, body, { authorization: `Bearer ${token}` });
      const text = await response.text();
      return { status: response.status, body: text === "" ? null : JSON.parse(text) };
    },
  };
}

function send(app: App, method: string, path: string, body?: unknown, headers = {}): Promise<Response> {
  return fetch(new URL(path, app.url), {
    method,
    headers: {
      origin: new URL(app.url).origin,
      ...headers,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
