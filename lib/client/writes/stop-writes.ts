import { keyBetween } from "#lib/shared/order.ts";
import type { NewStop, StopDto, StopFields, StopMove, StopPatch, VoteDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { call } from "../base/api.ts";
import { stopsApi } from "../base/operations.ts";
import type { EditOptions, PredictionContext, Write } from "./write.ts";

export function addStopWrite(tripId: string, input: NewStop & { id: string }): Write<StopDto> {
  return {
    label: { action: "addStop", entityId: input.id },
    send: (options) => call(stopsApi.create, { params: { tripId }, body: input }, options),
    predict: (scene) =>
      findStop(scene.trip, input.id) ? [] : [{ op: "stop.created", entity: newStop(input, scene) }],
    // When somebody has deleted the row since its create, a repeat of the create answers with the deleted row.
    confirm: (stop) => (stop.deletedAt === null ? [{ op: "stop.created", entity: stop }] : []),
    settledBy: "stop.created",
    suggestion: { op: "stops.create", input },
  };
}

/** A write that adds several stops at the end of one day or of Ideas, all or none. */
export function addStopsWrite(
  tripId: string,
  inputs: ReadonlyArray<NewStop & { id: string }>,
): Write<StopDto[]> {
  return {
    // The event of the last stop shows that all of them are created.
    label: { action: "addStops", entityId: inputs.at(-1)?.id ?? tripId },
    send: (options) =>
      call(stopsApi.createMany, { params: { tripId }, body: { stops: [...inputs] } }, options),
    predict: (scene) => newStops(inputs, scene).map((entity) => ({ op: "stop.created", entity })),
    confirm: (added) =>
      added
        .filter(({ deletedAt }) => deletedAt === null)
        .map((entity) => ({ op: "stop.created" as const, entity })),
    settledBy: "stop.created",
  };
}

export function updateStopWrite(
  tripId: string,
  stopId: string,
  patch: StopPatch,
  { baseSeq, force = false }: EditOptions,
): Write<StopDto> {
  return {
    label: { action: "updateStop", entityId: stopId },
    send: (options) => call(stopsApi.update, { params: { tripId, stopId }, body: patch }, options),
    predict: ({ trip }) => changed(trip, stopId, (stop) => ({ ...stop, ...defined(patch) })),
    confirm: (stop) => [{ op: "stop.updated", entity: stop }],
    suggestion: { op: "stops.update", entityId: stopId, input: patch },
    edit: {
      fields: Object.keys(patch),
      patch,
      baseSeq,
      force,
      current: (trip) => findStop(trip, stopId) ?? null,
    },
  };
}

export function moveStopWrite(tripId: string, stopId: string, to: StopMove): Write<StopDto> {
  return {
    label: { action: "moveStop", entityId: stopId },
    send: (options) => call(stopsApi.move, { params: { tripId, stopId }, body: to }, options),
    predict: ({ trip }) =>
      changed(trip, stopId, (stop) => ({
        ...stop,
        dayId: to.dayId,
        position: positionAfter(trip, stopId, to),
        formerDate: null,
      })),
    confirm: (stop) => [{ op: "stop.moved", entity: stop }],
    suggestion: { op: "stops.move", entityId: stopId, input: to },
  };
}

export function deleteStopWrite(tripId: string, stopId: string): Write<undefined> {
  return {
    label: { action: "deleteStop", entityId: stopId },
    send: (options) => call(stopsApi.delete, { params: { tripId, stopId } }, options),
    predict: () => [{ op: "stop.deleted", entity: { id: stopId } }],
    settledBy: "stop.deleted",
    suggestion: { op: "stops.delete", entityId: stopId, input: {} },
  };
}

export function restoreStopWrite(tripId: string, stopId: string): Write<StopDto> {
  return {
    label: { action: "restoreStop", entityId: stopId },
    send: (options) => call(stopsApi.restore, { params: { tripId, stopId } }, options),
    predict: ({ trip, ...scene }) => {
      const stop = findStop(trip, stopId) ? undefined : scene.findDeleted(stopId);
      if (!stop || !("dayId" in stop)) return [];
      const dayId = trip.days.some(({ id }) => id === stop.dayId) ? stop.dayId : null;
      return [{ op: "stop.restored", entity: { ...stop, dayId, deletedAt: null } }];
    },
    confirm: (stop) => [{ op: "stop.restored", entity: stop }],
    settledBy: "stop.restored",
  };
}

export function voteWrite(tripId: string, stopId: string, value: -1 | 0 | 1): Write<VoteDto> {
  return {
    label: { action: "vote", entityId: stopId },
    send: (options) => call(stopsApi.vote, { params: { tripId, stopId }, body: { value } }, options),
    predict: ({ trip, userId, now }) => {
      const member = trip.members.find((candidate) => candidate.userId === userId);
      return member
        ? [{ op: "vote.set", entity: { stopId, memberId: member.id, value, updatedAt: now } }]
        : [];
    },
    confirm: (vote) => [{ op: "vote.set", entity: vote }],
  };
}

export function findStop(trip: TripDto, stopId: string): StopDto | undefined {
  return trip.stops.find(({ id }) => id === stopId);
}

function changed(trip: TripDto, stopId: string, change: (stop: StopDto) => StopFields) {
  const stop = findStop(trip, stopId);
  return stop ? [{ op: "stop.updated" as const, entity: change(stop) }] : [];
}

function defined(patch: StopPatch): Partial<StopFields> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

function newStop(input: NewStop & { id: string }, { trip, now }: PredictionContext): StopFields {
  const last = trip.stops.findLast(({ dayId }) => dayId === input.dayId);
  const { place = null, category = "other", startTime = null, endTime = null, timezone = null } = input;
  const {
    notes = null,
    url = null,
    cost = null,
    participants = null,
    hours = null,
    travelMode = null,
  } = input;
  return {
    id: input.id,
    dayId: input.dayId,
    name: input.name,
    position: keyBetween(last?.position ?? null, null) ?? `${last?.position}V`,
    place,
    category,
    startTime,
    endTime,
    timezone,
    notes,
    url,
    cost,
    participants,
    hours,
    travelMode,
    formerDate: null,
    deletedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the stops that do not exist yet, each behind the one before it. */
function newStops(inputs: ReadonlyArray<NewStop & { id: string }>, scene: PredictionContext): StopFields[] {
  const added: StopFields[] = [];
  for (const input of inputs.filter(({ id }) => !findStop(scene.trip, id))) {
    const stop = newStop(input, scene);
    const last = added.at(-1)?.position;
    added.push(last === undefined ? stop : { ...stop, position: keyBetween(last, null) ?? `${last}V` });
  }
  return added;
}

/**
 * Returns a position behind a row, only for the view, since the service decides the key. When no key fits between two
 * stops, a position right behind the first one is enough.
 */
function positionAfter(trip: TripDto, stopId: string, { dayId, afterId }: StopMove): string {
  const others = trip.stops.filter((stop) => stop.dayId === dayId && stop.id !== stopId);
  const index = others.findIndex(({ id }) => id === afterId);
  const before = others[index]?.position ?? null;
  const after = others[index + 1]?.position ?? null;
  return keyBetween(before, after) ?? `${before}V`;
}
