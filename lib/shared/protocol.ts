import * as z from "zod";
import { TripEvent } from "./events.ts";
import { Id } from "./fields.ts";

export const PresenceState = z.object({
  stopId: Id.nullable().meta({ description: "the stop or booking that is open" }),
  field: z.string().max(32).nullable().meta({ description: "the field being edited" }),
});
export type PresenceState = z.infer<typeof PresenceState>;

export const PresentMember = PresenceState.extend({
  userId: Id,
  name: z.string(),
  image: z.string().nullable(),
});
export type PresentMember = z.infer<typeof PresentMember>;

/** Where the trip's agent stands: who shows it reads `GET …/agent/events?after=` from there. */
const agentState = {
  cursor: z.int().meta({ description: "of its last event when this was said; more may have come" }),
  isWorking: z.boolean(),
};

/** What the room says. */
export const ServerMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), protocol: z.int(), seq: z.int() }),
  z.object({ type: z.literal("event"), event: TripEvent }),
  /** Who is here; of a crowd those who came or said something last. */
  z.object({ type: z.literal("presence"), members: z.array(PresentMember) }),
  /** The room no longer holds what was asked for: read `GET …/events?after=` instead. */
  z.object({ type: z.literal("behind"), seq: z.int() }),
  z.object({ type: z.literal("agent"), ...agentState }),
  z.object({ type: z.literal("close"), code: z.int(), reason: z.string() }),
  z.object({ type: z.literal("pong") }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;

const inboxState = {
  seq: z.int().meta({ description: "counts up; a lower one than before is stale" }),
  unread: z.int().min(0).meta({ description: "at most 100" }),
};

/** Where a person's inbox stands. */
export const InboxState = z.object(inboxState).meta({ id: "InboxState" });
export type InboxState = z.infer<typeof InboxState>;

/** What a person's room says: `hello` first, then `notified` whenever the inbox has changed. */
export const InboxMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), protocol: z.int(), ...inboxState }),
  z.object({ type: z.literal("notified"), ...inboxState }),
  z.object({ type: z.literal("close"), code: z.int(), reason: z.string() }),
  z.object({ type: z.literal("pong") }),
]);
export type InboxMessage = z.infer<typeof InboxMessage>;

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

const CloseCommand = z.object({
  type: z.literal("close"),
  code: z.int(),
  reason: z.string(),
  userId: Id.nullable(),
  sessionId: Id.nullable(),
});
export type CloseCommand = z.infer<typeof CloseCommand>;

/** What the API posts to a room, authorised by `Bearer REALTIME_SECRET`. */
export const RoomCommand = z.discriminatedUnion("type", [
  z.object({ type: z.literal("publish"), events: z.array(RoomEvent).min(1) }),
  z.object({ type: z.literal("agent"), ...agentState }),
  CloseCommand,
]);
export type RoomCommand = z.infer<typeof RoomCommand>;

/** What the API posts to a person's room. */
export const InboxCommand = z.discriminatedUnion("type", [
  z.object({ type: z.literal("notified"), ...inboxState }),
  CloseCommand,
]);
export type InboxCommand = z.infer<typeof InboxCommand>;

/**
 * What a room answers: whether somebody is in it, or it keeps the log. If not, it need not be told of events. Rooms of an
 * older version do not say.
 */
export const RoomAnswer = z.object({ isListening: z.boolean().default(true) });
export type RoomAnswer = z.infer<typeof RoomAnswer>;

/** What the API answers when a room asks for its past: `events` after the asked seq, oldest first. */
export const RoomHistory = z.object({ seq: z.int(), events: z.array(RoomEvent) });
export type RoomHistory = z.infer<typeof RoomHistory>;

/** Of how many sessions a room may ask at once. */
export const MAX_SESSIONS = 1000;

/** A room asks about the sessions of its sockets. */
export const SessionsQuestion = z.object({ sessionIds: z.array(Id).max(MAX_SESSIONS) });

/** Those of them that have ended, or may not hear what this room says any more. */
export const EndedSessions = z.object({ ended: z.array(Id) });
export type EndedSessions = z.infer<typeof EndedSessions>;

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

/** Who a socket of a person's room speaks for. */
export const InboxIdentity = z.object({ userId: Id, sessionId: Id });
export type InboxIdentity = z.infer<typeof InboxIdentity>;

export const InboxTicketPayload = InboxIdentity.extend({
  room: z.literal("inbox"),
  jti: Id,
  exp: z.int().meta({ description: "epoch seconds" }),
});
export type InboxTicketPayload = z.infer<typeof InboxTicketPayload>;

export const TicketDto = z
  .object({ url: z.string(), ticket: z.string(), expiresAt: z.iso.datetime() })
  .meta({ id: "RealtimeTicket" });
export type TicketDto = z.infer<typeof TicketDto>;
