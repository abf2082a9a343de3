import type { CommentTarget } from "./comments.ts";
import type { DayDto } from "./days.ts";
import { assertNever } from "./errors.ts";
import type { TripEvent, VisibleEvent } from "./events.ts";
import type { MemberDto } from "./members.ts";
import { compareStops, type StopDto, type StopFields, type VoteDto } from "./stops.ts";
import { type TripDto, tripStatus } from "./trips.ts";

/** Whose trip is merged, and when: roles and the status depend on them. */
export interface MergeContext {
  userId: string;
  now: Date;
}

/**
 * Applies one event by its operation and returns the next trip; the given one is not changed.
 * Events come strictly in seq order: one that is already in the trip changes nothing, a gap is the caller's error.
 */
export function applyEvent(trip: TripDto, event: TripEvent, context: MergeContext): TripDto {
  if (event.seq <= trip.seq) return trip;
  if (event.seq !== trip.seq + 1) throw new RangeError(`Event ${event.seq} does not follow ${trip.seq}.`);
  const merged = event.op === "redacted" ? trip : merge(trip, event, context);
  return { ...merged, seq: event.seq };
}

function merge(trip: TripDto, event: VisibleEvent, context: MergeContext): TripDto {
  switch (event.op) {
    case "trip.created":
    case "trip.updated":
    case "trip.archived":
    case "trip.unarchived":
    case "trip.restored":
      return withStatus({ ...trip, ...event.entity }, context.now);
    case "trip.deleted":
      return { ...trip, deletedAt: event.at, version: trip.version + 1, updatedAt: event.at };
    case "day.created":
    case "day.updated":
    case "day.restored":
      return { ...trip, days: putDay(trip.days, event.entity) };
    case "day.deleted":
      return { ...trip, days: trip.days.filter((day) => day.id !== event.entity.id) };
    case "stop.created":
    case "stop.updated":
    case "stop.moved":
      return { ...trip, stops: putStop(trip.stops, event.entity) };
    case "stop.restored":
      return { ...trip, stops: replaceById(trip.stops, event.entity).toSorted(compareStops) };
    case "stop.deleted":
      return { ...trip, stops: trip.stops.filter((stop) => stop.id !== event.entity.id) };
    case "vote.set":
      return { ...trip, stops: trip.stops.map((stop) => withVote(stop, event.entity)) };
    case "comment.created":
    case "comment.restored":
      return countComment(trip, event.entity.target, 1);
    case "comment.deleted":
      return countComment(trip, event.entity.target, -1);
    case "comment.updated":
    case "comment.resolved":
    case "members.invalidated":
      return trip;
    case "member.joined":
    case "member.updated":
    case "member.left":
      return putMember(trip, event.entity, context.userId);
    default:
      return assertNever(event);
  }
}

function withStatus(trip: TripDto, now: Date): TripDto {
  return { ...trip, status: tripStatus(trip, now) };
}

function replaceById<T extends { id: string }>(rows: T[], row: T): T[] {
  const index = rows.findIndex(({ id }) => id === row.id);
  return index < 0 ? [...rows, row] : rows.with(index, row);
}

function putDay(days: DayDto[], day: DayDto): DayDto[] {
  return replaceById(days, day).toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Votes and comment counts are not the row's: an edited stop keeps those it has. */
function putStop(stops: StopDto[], fields: StopFields): StopDto[] {
  const known = stops.find(({ id }) => id === fields.id);
  const stop = { ...fields, votes: known?.votes ?? [], commentCount: known?.commentCount ?? 0 };
  return replaceById(stops, stop).toSorted(compareStops);
}

function withVote(stop: StopDto, vote: VoteDto): StopDto {
  if (stop.id !== vote.stopId) return stop;
  const others = stop.votes.filter(({ memberId }) => memberId !== vote.memberId);
  if (vote.value === 0) return { ...stop, votes: others };
  const votes = [...others, { memberId: vote.memberId, value: vote.value }];
  return { ...stop, votes: votes.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)) };
}

function countComment(trip: TripDto, target: CommentTarget, by: number): TripDto {
  if (target.kind === "trip") return { ...trip, commentCount: trip.commentCount + by };
  const count = (stop: StopDto) =>
    stop.id === target.id ? { ...stop, commentCount: stop.commentCount + by } : stop;
  return { ...trip, stops: trip.stops.map(count) };
}

function putMember(trip: TripDto, member: MemberDto, userId: string): TripDto {
  const members = replaceById(trip.members, member).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { ...trip, members, role: member.userId === userId ? member.role : trip.role };
}
