import { INBOX_PARTY } from "#lib/shared/handshake.ts";
import type { InboxTicketPayload, SocketIdentity, TicketDto } from "#lib/shared/protocol.ts";
import { signTicket, TICKET_SECONDS } from "#lib/shared/tickets.ts";
import type { Ctx } from "../context.ts";
import { env } from "../env/env.ts";
import { requireIdentity } from "./identity.ts";

/**
 * Returns a ticket that opens one socket to the trip's room within a minute.
 * @throws AppError NOT_FOUND for strangers
 */
export async function createTicket(ctx: Ctx, tripId: string): Promise<TicketDto> {
  const identity = await requireIdentity(ctx.db, ctx.viewer, tripId);
  return ticketFor(ctx, `main/${tripId}`, identity);
}

/** Returns a ticket that opens one socket to the room of the caller's own inbox within a minute. */
export function createInboxTicket(ctx: Ctx): Promise<TicketDto> {
  const { userId, sessionId } = ctx.viewer;
  return ticketFor(ctx, `${INBOX_PARTY}/${userId}`, { room: "inbox", userId, sessionId });
}

async function ticketFor(
  ctx: Ctx,
  room: string,
  whom: SocketIdentity | Omit<InboxTicketPayload, "jti" | "exp">,
): Promise<TicketDto> {
  const exp = Math.floor(ctx.now().getTime() / 1000) + TICKET_SECONDS;
  const ticket = await signTicket({ ...whom, jti: ctx.newId(), exp }, env().REALTIME_SECRET);
  const url = `${roomsOrigin(ctx.headers)}/parties/${room}`;
  return { url, ticket, expiresAt: new Date(exp * 1000).toISOString() };
}

/**
 * Returns the origin of the rooms. Local rooms have the host name by which the caller reached the API; deployed rooms
 * have their own.
 */
function roomsOrigin(headers: Headers): string {
  const { PARTYKIT_URL, PARTY_PORT, BASE_URL } = env();
  if (PARTYKIT_URL !== `http://127.0.0.1:${PARTY_PORT}`) return PARTYKIT_URL.replace(/^http/, "ws");
  const base = new URL(BASE_URL);
  const host = headers.get("x-forwarded-host") ?? headers.get("host") ?? base.host;
  const isSecure =
    headers.get("x-forwarded-proto")?.startsWith("https") ??
    (host === base.host && base.protocol === "https:");
  return `${isSecure ? "wss" : "ws"}://${host}`;
}
