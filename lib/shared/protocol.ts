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

/**
 * The state of the agent. `cursor` is the position in its events: clients that show the agent read `GET
 * …/agent/events?after=` from the cursor on.
 */
const agentState = {
  cursor: z.int().meta({ description: "of its last event when this was said; more may have come" }),
  isWorking: z.boolean(),
};

/** Messages from a room to its sockets. */
export const ServerMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), protocol: z.int(), seq: z.int() }),
  z.object({ type: z.literal("event"), event: TripEvent }),
  /** The members who have the trip open; if there are too many, those who came or sent something last. */
  z.object({ type: z.literal("presence"), members: z.array(PresentMember) }),
  /** The room no longer holds the requested events: read `GET …/events?after=` instead. */
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

/** The state of a user's inbox. */
export const InboxState = z.object(inboxState).meta({ id: "InboxState" });
export type InboxState = z.infer<typeof InboxState>;

/** Messages from a user's inbox room: `hello` first, then `notified` whenever the inbox has changed. */
export const InboxMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), protocol: z.int(), ...inboxState }),
  z.object({ type: z.literal("notified"), ...inboxState }),
  z.object({ type: z.literal("close"), code: z.int(), reason: z.string() }),
  z.object({ type: z.literal("pong") }),
]);
export type InboxMessage = z.infer<typeof InboxMessage>;

/** Messages from a client to a room. */
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

/** What the API posts to a user's inbox room. */
export const InboxCommand = z.discriminatedUnion("type", [
  z.object({ type: z.literal("notified"), ...inboxState }),
  CloseCommand,
]);
export type InboxCommand = z.infer<typeof InboxCommand>;

/**
 * The answer of a room: whether it has a socket or holds the event log. If neither, the API need not send it events.
 * Rooms of an older version leave the field out.
 */
export const RoomAnswer = z.object({ isListening: z.boolean().default(true) });
export type RoomAnswer = z.infer<typeof RoomAnswer>;

/** The API's answer when a room asks for events that it missed: `events` after the requested seq, oldest first. */
export const RoomHistory = z.object({ seq: z.int(), events: z.array(RoomEvent) });
export type RoomHistory = z.infer<typeof RoomHistory>;

/** Maximum number of sessions in one request of a room. */
export const MAX_SESSIONS = 1000;

/** The request with which a room asks about the sessions of its sockets. */
export const SessionsRequest = z.object({ sessionIds: z.array(Id).max(MAX_SESSIONS) });

/**
 * The answer to {@link SessionsRequest}: those of its sessions that have ended, or whose users may no longer receive
 * the room's messages.
 */
export const EndedSessions = z.object({ ended: z.array(Id) });
export type EndedSessions = z.infer<typeof EndedSessions>;

/** The user and session of a socket: a ticket's payload, and the API's answer for a bearer token. */
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

/** The user and session of a socket in a user's inbox room. */
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
