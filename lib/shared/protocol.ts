import * as z from "zod";
import { TripEvent } from "./events.ts";
import { Id } from "./fields.ts";

/** Raised when an old client could misread what the room says; the room refuses lower numbers with a clear close. */
export const PROTOCOL_VERSION = 1;

/** WebSocket close codes of the room; 4000–4999 is the range for applications. */
export const CLOSE = {
  /** The ticket or token is missing, spent or expired: ask for a new one. */
  unauthorized: 4001,
  /** Removed, left, signed out or revoked: don't come back with this session. */
  cutOff: 4003,
  /** The role changed: connect again with a new ticket. */
  roleChanged: 4004,
  /** This client is too old for the service: reload or update. */
  protocolTooOld: 4010,
  /** Too many or malformed messages. */
  misbehaved: 4008,
} as const;

export const PresenceState = z.object({
  stopId: Id.nullable().meta({ description: "the stop that is open" }),
  field: z.string().max(32).nullable().meta({ description: "the field being edited" }),
});
export type PresenceState = z.infer<typeof PresenceState>;

export const PresentMember = PresenceState.extend({
  userId: Id,
  name: z.string(),
  image: z.string().nullable(),
});
export type PresentMember = z.infer<typeof PresentMember>;

/** What the room says. */
export const ServerMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), protocol: z.int(), seq: z.int() }),
  z.object({ type: z.literal("event"), event: TripEvent }),
  z.object({ type: z.literal("presence"), members: z.array(PresentMember) }),
  /** The room no longer holds what was asked for: read `GET …/events?after=` instead. */
  z.object({ type: z.literal("behind"), seq: z.int() }),
  z.object({ type: z.literal("close"), code: z.int(), reason: z.string() }),
  z.object({ type: z.literal("pong") }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;

/** What a client says. */
export const ClientMessage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("since"), seq: z.int().min(0) }),
  z.strictObject({ type: z.literal("presence"), state: PresenceState }),
  z.strictObject({ type: z.literal("ping") }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

/** An event on its way to the room, with the user ids that may see it (null: all members). */
export const RoomEvent = z.object({ event: TripEvent, visibleTo: z.array(Id).nullable() });
export type RoomEvent = z.infer<typeof RoomEvent>;

/** What the API posts to a room, authorised by `Bearer REALTIME_SECRET`. */
export const RoomCommand = z.discriminatedUnion("type", [
  z.object({ type: z.literal("publish"), events: z.array(RoomEvent).min(1) }),
  z.object({
    type: z.literal("close"),
    code: z.int(),
    reason: z.string(),
    userId: Id.nullable(),
    sessionId: Id.nullable(),
  }),
]);
export type RoomCommand = z.infer<typeof RoomCommand>;

/**
 * What a room answers: whether somebody is in it, or it keeps the log. If not, it need not be told of events. Rooms of an
 * older version do not say.
 */
export const RoomAnswer = z.object({ isListening: z.boolean().default(true) });
export type RoomAnswer = z.infer<typeof RoomAnswer>;

/** What the API answers when a room asks for its past: `events` after the asked seq, oldest first. */
export const RoomHistory = z.object({ seq: z.int(), events: z.array(RoomEvent) });
export type RoomHistory = z.infer<typeof RoomHistory>;

/** Who a socket speaks for; a ticket's payload, and what the API answers for a bearer token. */
export const SocketIdentity = z.object({
  tripId: Id,
  sessionId: Id,
  userId: Id,
  role: z.enum(["guest", "viewer", "editor", "owner"]),
  name: z.string(),
  image: z.string().nullable(),
});
export type SocketIdentity = z.infer<typeof SocketIdentity>;

export const TicketPayload = SocketIdentity.extend({
  jti: Id,
  exp: z.int().meta({ description: "epoch seconds" }),
});
export type TicketPayload = z.infer<typeof TicketPayload>;

export const TicketDto = z
  .object({ url: z.string(), ticket: z.string(), expiresAt: z.iso.datetime() })
  .meta({ id: "RealtimeTicket" });
export type TicketDto = z.infer<typeof TicketDto>;
