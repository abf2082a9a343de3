import type * as Party from "partykit/server";
import * as z from "zod";
import { type Clock, systemClock } from "#lib/shared/clock.ts";
import { Id } from "#lib/shared/fields.ts";
import { type RoomCommand, type RoomHistory, SocketIdentity, TicketPayload } from "#lib/shared/protocol.ts";
import { refuseRequest, Room, type RoomKind } from "./room.ts";
import { RoomState } from "./room-state.ts";

/**
 * The messages of the API to the room. The schema has only the fields that the room itself reads: an API that sends new
 * kinds of events must not wait for its rooms.
 */
const Command = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("publish"),
    events: z
      .array(
        z.object({
          event: z.looseObject({ seq: z.int().min(1), op: z.string(), at: z.string() }),
          visibleTo: z.array(Id).nullable(),
        }),
      )
      .min(1),
  }),
  z.object({ type: z.literal("agent"), cursor: z.int(), isWorking: z.boolean() }),
  z.object({
    type: z.literal("close"),
    code: z.int(),
    reason: z.string(),
    userId: Id.nullable(),
    sessionId: Id.nullable(),
  }),
]);

/** The interval of session checks. It is short, because the room sends the trip itself. */
const ASK_EVERY_MS = 60_000;

/** The room of one trip. */
export default class TripRoom extends Room<SocketIdentity, RoomCommand> {
  constructor(room: Party.Room, clock: Clock = systemClock) {
    const path = `/api/internal/rooms/${room.id}`;
    const kind: RoomKind<SocketIdentity, RoomCommand> = {
      sign: {
        authorizeAt: `${path}/authorize`,
        ticket: TicketPayload,
        identity: SocketIdentity,
        isMeant: ({ tripId }) => tripId === room.id,
      },
      // The casts are safe because the API's own tests check the rest of the shape of what it sends.
      readCommand: (body) => Command.safeParse(body).data as RoomCommand | undefined,
      sessions: { at: `${path}/sessions`, everyMs: ASK_EVERY_MS },
      state: (read) =>
        new RoomState({
          clock,
          readHistory: async (after) =>
            (await read(`${path}/events${after === null ? "" : `?after=${after}`}`)) as RoomHistory,
        }),
    };
    super(room, kind, clock);
  }

  static onFetch(): Response {
    return refuseRequest(404, "NOT_FOUND");
  }
}
