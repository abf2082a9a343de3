import { selectComment } from "#db/queries/comments.ts";
import { selectDay } from "#db/queries/days.ts";
import type { StoredEvent } from "#db/queries/events.ts";
import { selectStop } from "#db/queries/stops.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { StopDto, StopFields } from "#lib/shared/stops.ts";
import { bringBackComment, changeComment } from "../comments/edit-comment.ts";
import { changeStop } from "../stops/edit-stop.ts";
import { bringBack, landing } from "../stops/restore-stop.ts";
import { setVote } from "../stops/vote-on-stop.ts";
import { changeDay } from "../trips/change-dates.ts";
import { changeTrip } from "../trips/update-trip.ts";
import type { TripWrite } from "../write.ts";

type Act<Entity> = (write: TripWrite, entity: Entity, event: StoredEvent) => Promise<unknown>;

interface Inverse {
  /** `author`: only the person whose event it was. */
  need: "editor" | "author";
  apply(write: TripWrite, event: StoredEvent): Promise<unknown>;
}

const retireDay = onDay((write, day) => changeDay(write, day, { deletedAt: nowOf(write) }, "day.deleted"));
const removeStop = onStop(async (write, stop) =>
  changeStop(write, stop, { deletedAt: nowOf(write) }, "stop.deleted"),
);
const putStopBack = onStop(async (write, stop, event) => {
  const fields: Partial<StopFields> = fieldsOf(event);
  return changeStop(write, stop, { ...fields, ...(await landing(write, fields)) }, event.op);
});
const removeComment = onComment((write, comment) =>
  changeComment(write, comment, { deletedAt: nowOf(write) }, "comment.deleted"),
);
const rewriteComment = onComment((write, comment, event) =>
  changeComment(write, comment, fieldsOf(event), event.op),
);

/** How each kind of event is taken back. What is missing here has its own way back: roles, archive, delete, leaving. */
const INVERSES: Partial<Record<EventOp, Inverse>> = {
  "trip.updated": {
    need: "editor",
    apply: (write, event) => changeTrip(write, fieldsOf(event), "trip.updated"),
  },
  "day.created": retireDay,
  "day.restored": retireDay,
  "day.deleted": onDay((write, day) => changeDay(write, day, { deletedAt: null }, "day.restored")),
  "day.updated": onDay((write, day, event) => changeDay(write, day, fieldsOf(event), "day.updated")),
  "stop.created": removeStop,
  "stop.restored": removeStop,
  "stop.deleted": onStop(bringBack),
  "stop.updated": putStopBack,
  "stop.moved": putStopBack,
  "vote.set": { need: "author", apply: revote },
  "comment.created": removeComment,
  "comment.restored": removeComment,
  "comment.deleted": onComment(bringBackComment),
  "comment.updated": rewriteComment,
  "comment.resolved": rewriteComment,
};

/** @throws AppError NOT_UNDOABLE for events that undo does not take back. */
export function inverseOf(event: StoredEvent): Inverse {
  const inverse = INVERSES[event.op];
  if (!inverse) throw new AppError("NOT_UNDOABLE", "This kind of change has its own way back, not undo.");
  return inverse;
}

function nowOf(write: TripWrite): string {
  return write.at.toISOString();
}

/** The fields as they were; the log took them from the same projections that the rows are written from. */
function fieldsOf(event: StoredEvent): object {
  return event.before ?? {};
}

function revote(write: TripWrite, event: StoredEvent): Promise<unknown> {
  return setVote(
    write,
    event.entityId,
    String(event.after["memberId"]),
    Number(event.before?.["value"] ?? 0),
  );
}

function onDay(act: Act<DayDto>): Inverse {
  return {
    need: "editor",
    apply: async (write, event) => {
      const [found] = await selectDay(write.tx, { tripId: write.trip.id, dayId: event.entityId });
      if (!found) throw notFound("day");
      return act(write, found.day, event);
    },
  };
}

function onStop(act: Act<StopDto>): Inverse {
  return {
    need: "editor",
    apply: async (write, event) => {
      const [found] = await selectStop(write.tx, { tripId: write.trip.id, stopId: event.entityId });
      if (!found) throw notFound("stop");
      return act(write, found.stop, event);
    },
  };
}

function onComment(act: Act<CommentDto>): Inverse {
  return {
    need: "author",
    apply: async (write, event) => {
      const [found] = await selectComment(write.tx, { tripId: write.trip.id, id: event.entityId });
      if (!found) throw notFound("comment");
      return act(write, found.comment, event);
    },
  };
}
