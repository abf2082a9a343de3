import { randomUUID } from "node:crypto";
import type { MailApi } from "#tests/doubles/mail-api.ts";

/** The header with each person's address; verification codes are rate-limited by address. */
export const ADDRESS_HEADER = "x-edge-address";

let count = 0;

export interface SigningUp {
  email: string;
  /** The first answer of the sign-up, whatever it is. */
  response: Response;
  /** Waits for the e-mail and sends its code. @throws Error if no e-mail arrives or the code is refused */
  finish: () => Promise<string>;
}

/** Starts a sign-up as the web app does. */
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
