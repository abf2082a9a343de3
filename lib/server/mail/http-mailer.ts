import type { Mailer } from "./message.ts";

const TIMEOUT_MS = 10_000;

/** Sends through the delivery provider's HTTP API (`POST {url}/emails`, Resend's shape). */
export function httpMailer(provider: { url: string; key: string; from: string }): Mailer {
  return {
    async send({ to, subject, text, html }) {
      const response = await fetch(`${provider.url}/emails`, {
        method: "POST",
        headers: { authorization: `Bearer ${provider.key}`, "content-type": "application/json" },
        body: JSON.stringify({ from: provider.from, to: [to], subject, text, html }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // The provider's words may quote the message, so only the status is told.
      if (!response.ok) throw new Error(`The mail provider answered ${response.status}.`);
    },
  };
}
