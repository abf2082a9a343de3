import type * as Party from "partykit/server";
import { type Clock, systemClock } from "#lib/shared/clock.ts";
import { InboxCommand, InboxIdentity, InboxState, InboxTicketPayload } from "#lib/shared/protocol.ts";
import { InboxRoomState } from "./inbox-state.ts";
import { Room, type RoomKind } from "./room.ts";

/**
 * The interval of session checks. It is long, because there are as many of these rooms as users, and a room sends only
 * a number.
 */
const ASK_EVERY_MS = 5 * 60_000;

/** The room of one user, to which all open windows of the user connect. */
export default class InboxRoom extends Room<InboxIdentity, InboxCommand> {
  constructor(room: Party.Room, clock: Clock = systemClock) {
    const path = `/api/internal/inboxes/${room.id}`;
    const kind: RoomKind<InboxIdentity, InboxCommand> = {
      sign: {
        authorizeAt: `${path}/authorize`,
        ticket: InboxTicketPayload,
        identity: InboxIdentity,
        isMeant: ({ userId }) => userId === room.id,
      },
      sessions: { at: `${path}/sessions`, everyMs: ASK_EVERY_MS },
      readCommand: (body) => InboxCommand.safeParse(body).data,
      state: (read) =>
        new InboxRoomState({
          clock,
          readState: async () => InboxState.parse(await read(path)),
        }),
    };
    super(room, kind, clock);
  }
}
