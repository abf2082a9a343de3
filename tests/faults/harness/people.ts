import { randomUUID } from "node:crypto";
import type { MailApi } from "#tests/doubles/mail-api.ts";

/** Each person comes from an address of their own: codes are limited by it. */
export const ADDRESS_HEADER = "x-edge-address";

let count = 0;

export interface SigningUp {
  email: string;
  /** The first answer, whatever it was. */
  response: Response;
  /** Waits for the mail and gives its code. @throws Error when none comes or it is refused */
  finish: () => Promise<string>;
}

/** Asks for an account, as the web does. */
export async function beginSignUp(url: string, mail: MailApi): Promise<SigningUp> {
  const [email, address] = [`${randomUUID()}@people.test`, `203.0.113.${(count++ % 250) + 1}`];
  const send = (path: string, body: object): Promise<Response> =>
    fetch(new URL(path, url), {
      method: "POST",
      headers: {
        origin: new URL(url).origin,
        "content-type": "application/json",
        [ADDRESS_HEADER]: address,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
  const person = { name: "Ann Lee", email, password: "correct horse battery staple" };
  const response = await send("/api/auth/sign-up/email", person);
  return {
    email,
    response,
    async finish() {
      await mail.mailsTo(email);
      const otp = mail.lastCodeTo(email);
      const verified = await send("/api/auth/email-otp/verify-email", { email, otp });
      const token = verified.headers.get("set-auth-token");
      if (!token) throw new Error(`Nobody was signed in: ${verified.status} ${await verified.text()}`);
      return token;
    },
  };
}
