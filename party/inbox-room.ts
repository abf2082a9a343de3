import type * as Party from "partykit/server";
import { systemClock } from "#lib/shared/clock.ts";
import { InboxCommand, InboxIdentity, InboxState, InboxTicketPayload } from "#lib/shared/protocol.ts";
import { InboxRoomState } from "./inbox-state.ts";
import { Room } from "./room.ts";

/** The room of one person, whom all their open windows come to. */
export default class InboxRoom extends Room<InboxIdentity, InboxCommand> {
  constructor(room: Party.Room) {
    const path = `/api/internal/inboxes/${room.id}`;
    super(room, {
      sign: {
        authorizeAt: `${path}/authorize`,
        ticket: InboxTicketPayload,
        identity: InboxIdentity,
        isMeant: ({ userId }) => userId === room.id,
      },
      readCommand: (body) => InboxCommand.safeParse(body).data,
      state: (read) =>
        new InboxRoomState({
          clock: systemClock,
          readState: async () => InboxState.parse(await read(path)),
        }),
    });
  }
}
