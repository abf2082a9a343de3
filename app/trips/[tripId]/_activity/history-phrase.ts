import type { VisibleEvent } from "#lib/shared/events.ts";
import type { Changes, HistoryGroup } from "./history-groups.ts";
import { netChanges } from "./history-groups.ts";

/** A sentence of the history: a message of `trip-activity` and what stands in it. */
export interface Phrase {
  key: PhraseKey;
  values: Record<string, string | number>;
}

export type PhraseKey =
  | "tripCreated"
  | "tripRenamed"
  | "tripDates"
  | "tripUndated"
  | "tripChanged"
  | "tripArchived"
  | "tripUnarchived"
  | "tripDeleted"
  | "tripRestored"
  | "dayTitled"
  | "dayChanged"
  | "dayAdded"
  | "dayRemoved"
  | "stopAdded"
  | "stopsAdded"
  | "stopChanged"
  | "stopChangedFrom"
  | "stopFieldsChanged"
  | "stopRenamed"
  | "stopMoved"
  | "stopMovedWithin"
  | "stopDeleted"
  | "stopRestored"
  | "votedFor"
  | "votedAgainst"
  | "voteTaken"
  | "votedOnMany"
  | "commented"
  | "commentEdited"
  | "commentSettled"
  | "commentReopened"
  | "commentDeleted"
  | "commentRestored"
  | "joined"
  | "added"
  | "roleChanged"
  | "memberRenamed"
  | "left"
  | "removed"
  | "manyChanges";

/** How the history calls things; each in the reader's language. */
export interface HistoryNames {
  stop(id: string): string;
  day(id: string): string;
  /** A day, or Ideas. */
  list(dayId: string | null): string;
  member(id: string): string;
  range(start: string, end: string): string;
  field(name: string): string;
  value(field: string, value: unknown): string;
  role(role: string): string;
  /** "A, B and 2 more" */
  some(names: readonly string[]): string;
}

/** What a group did, as one phrase. `who` is added by the caller. */
export function phraseOf(group: HistoryGroup, names: HistoryNames): Phrase {
  const [first] = group.events;
  if (!first) return { key: "manyChanges", values: { count: 0 } };
  const changes = netChanges(group.events);
  const dates = datesPhrase(group.events, names);
  if (dates) return dates;
  const single = new Set(group.events.map(({ entityId, op }) => `${entityId} ${op}`)).size === 1;
  if (single) return eventPhrase(group.events.at(-1) ?? first, changes, group, names);
  return manyPhrase(group.events, names);
}

/** A change of dates is one deed, however many days and stops it touched. */
function datesPhrase(events: readonly VisibleEvent[], names: HistoryNames): Phrase | null {
  const trip = events.findLast((event) => event.op === "trip.updated");
  if (!trip || trip.op !== "trip.updated" || !trip.changes) return null;
  if (!("startDate" in trip.changes) && !("endDate" in trip.changes)) return null;
  const toIdeas = events.filter(
    ({ op, changes }) => op === "stop.moved" && changes?.["dayId"]?.[1] === null,
  ).length;
  const { startDate, endDate } = trip.entity;
  if (!startDate || !endDate) return { key: "tripUndated", values: { toIdeas } };
  return { key: "tripDates", values: { range: names.range(startDate, endDate), toIdeas } };
}

function manyPhrase(events: readonly VisibleEvent[], names: HistoryNames): Phrase {
  const ids = [...new Set(events.map(({ entityId }) => entityId))];
  if (events.some(({ op }) => op === "trip.created")) return { key: "tripCreated", values: {} };
  const list = names.some(ids.map((id) => names.stop(id)));
  if (events.every(({ op }) => op === "stop.created")) {
    return { key: "stopsAdded", values: { count: ids.length, names: list } };
  }
  if (events.every(({ op }) => op === "vote.set")) {
    return { key: "votedOnMany", values: { count: ids.length, names: list } };
  }
  return { key: "manyChanges", values: { count: ids.length } };
}

function eventPhrase(
  event: VisibleEvent,
  changes: Changes,
  group: HistoryGroup,
  names: HistoryNames,
): Phrase {
  const [resource] = event.op.split(".");
  switch (resource) {
    case "trip":
      return tripPhrase(event, changes, names);
    case "day":
      return dayPhrase(event, changes, names);
    case "stop":
      return stopPhrase(event, changes, names);
    case "vote":
      return votePhrase(event, names);
    case "comment":
      return commentPhrase(event, names);
    default:
      return memberPhrase(event, changes, group, names);
  }
}

function tripPhrase(event: VisibleEvent, changes: Changes, names: HistoryNames): Phrase {
  switch (event.op) {
    case "trip.created":
      return { key: "tripCreated", values: {} };
    case "trip.archived":
      return { key: "tripArchived", values: {} };
    case "trip.unarchived":
      return { key: "tripUnarchived", values: {} };
    case "trip.deleted":
      return { key: "tripDeleted", values: {} };
    case "trip.restored":
      return { key: "tripRestored", values: {} };
    default: {
      const title = changes["title"]?.[1];
      if (typeof title === "string") return { key: "tripRenamed", values: { title } };
      const fields = Object.keys(changes).map((field) => names.field(field));
      return { key: "tripChanged", values: { fields: names.some(fields) } };
    }
  }
}

function dayPhrase(event: VisibleEvent, changes: Changes, names: HistoryNames): Phrase {
  const day = names.day(event.entityId);
  if (event.op === "day.deleted") return { key: "dayRemoved", values: { day } };
  if (event.op !== "day.updated") return { key: "dayAdded", values: { day } };
  const title = changes["title"]?.[1];
  if (typeof title === "string") return { key: "dayTitled", values: { day, title } };
  const fields = Object.keys(changes).map((field) => names.field(field));
  return { key: "dayChanged", values: { day, fields: names.some(fields) } };
}

/** Values that say more than that something changed. */
const TOLD = new Set(["startTime", "endTime", "category", "cost", "name"]);
/** What moves along with a stop, and is no change of its own. */
const UNTOLD = new Set(["position", "formerDate", "deletedAt", "version", "updatedAt"]);

function stopPhrase(event: VisibleEvent, changes: Changes, names: HistoryNames): Phrase {
  const name = names.stop(event.entityId);
  if (event.op === "stop.deleted") return { key: "stopDeleted", values: { name } };
  if (event.op === "stop.restored") return { key: "stopRestored", values: { name } };
  if (event.op === "stop.created") {
    return { key: "stopAdded", values: { name, list: names.list(event.entity.dayId) } };
  }
  if (event.op === "stop.moved") return movePhrase(event, changes, name, names);
  // The end moves along with the start, so the start alone tells it.
  const told = Object.entries(changes).filter(
    ([field]) => !UNTOLD.has(field) && !(field === "endTime" && "startTime" in changes),
  );
  const [only] = told;
  if (!only || told.length > 1) {
    const fields = names.some(told.map(([field]) => names.field(field)));
    return { key: "stopFieldsChanged", values: { name, fields } };
  }
  const [field, [before, after]] = only;
  if (field === "name")
    return { key: "stopRenamed", values: { before: String(before), name: String(after) } };
  if (!TOLD.has(field)) return { key: "stopFieldsChanged", values: { name, fields: names.field(field) } };
  const values = { name, field: names.field(field), to: names.value(field, after) };
  if (before === null || before === undefined) return { key: "stopChanged", values };
  return { key: "stopChangedFrom", values: { ...values, from: names.value(field, before) } };
}

function movePhrase(event: VisibleEvent, changes: Changes, name: string, names: HistoryNames): Phrase {
  const dayId = event.op === "stop.moved" ? event.entity.dayId : null;
  const list = names.list(dayId);
  return { key: changes["dayId"] ? "stopMoved" : "stopMovedWithin", values: { name, list } };
}

function votePhrase(event: VisibleEvent, names: HistoryNames): Phrase {
  const name = names.stop(event.entityId);
  const value = event.op === "vote.set" ? event.entity.value : 0;
  if (value === 0) return { key: "voteTaken", values: { name } };
  return { key: value > 0 ? "votedFor" : "votedAgainst", values: { name } };
}

const COMMENT_KEYS: Record<string, PhraseKey> = {
  "comment.created": "commented",
  "comment.updated": "commentEdited",
  "comment.deleted": "commentDeleted",
  "comment.restored": "commentRestored",
};

function commentPhrase(event: VisibleEvent, names: HistoryNames): Phrase {
  const target = "target" in event.entity ? event.entity.target : null;
  const values = { name: target?.kind === "stop" ? names.stop(target.id) : names.field("trip") };
  if (event.op === "comment.resolved") {
    return { key: event.entity.resolvedAt ? "commentSettled" : "commentReopened", values };
  }
  return { key: COMMENT_KEYS[event.op] ?? "commented", values };
}

function memberPhrase(
  event: VisibleEvent,
  changes: Changes,
  group: HistoryGroup,
  names: HistoryNames,
): Phrase {
  if (event.op !== "member.joined" && event.op !== "member.updated" && event.op !== "member.left") {
    return { key: "manyChanges", values: { count: group.events.length } };
  }
  const { entity } = event;
  const self = entity.userId !== null && entity.userId === event.actorId;
  const name = names.member(entity.id);
  if (event.op === "member.joined") return { key: self ? "joined" : "added", values: { name } };
  if (event.op === "member.left") return { key: self ? "left" : "removed", values: { name } };
  if (changes["role"]) return { key: "roleChanged", values: { name, role: names.role(entity.role) } };
  return { key: "memberRenamed", values: { name: entity.name } };
}
