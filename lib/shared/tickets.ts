import type * as z from "zod";
import type { InboxTicketPayload, TicketPayload } from "./protocol.ts";

/** How long a ticket is valid: long enough to connect, short enough that a stolen one is worth little. */
export const TICKET_SECONDS = 60;

const text = new TextEncoder();

/** Returns a ticket in the form `payload.signature`, both base64url. The API makes tickets, and the rooms read them. */
export async function signTicket(
  payload: TicketPayload | InboxTicketPayload,
  secret: string,
): Promise<string> {
  const body = toBase64Url(text.encode(JSON.stringify(payload)));
  const signature = await crypto.subtle.sign("HMAC", await hmacKey(secret), text.encode(body));
  return `${body}.${toBase64Url(new Uint8Array(signature))}`;
}

/**
 * Returns a ticket's payload, or null when it was not signed with this secret or is for another kind of room. The room
 * itself checks expiry and whether the ticket was used before.
 */
export async function readTicket<Payload>(
  ticket: string,
  secret: string,
  schema: z.ZodType<Payload>,
): Promise<Payload | null> {
  const [body = "", signature = "", rest] = ticket.split(".");
  const claimed = fromBase64Url(signature);
  const payload = fromBase64Url(body);
  if (!claimed || !payload || rest !== undefined) return null;
  const isGenuine = await crypto.subtle.verify("HMAC", await hmacKey(secret), claimed, text.encode(body));
  return isGenuine ? (schema.safeParse(JSON.parse(new TextDecoder().decode(payload))).data ?? null) : null;
}

function hmacKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", text.encode(secret), algorithm, false, ["sign", "verify"]);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function fromBase64Url(encoded: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(encoded)) return null;
  try {
    return Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
  } catch {
    return null;
  }
}
