import { v7 as uuidv7 } from "uuid";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { VisibleEvent } from "#lib/shared/events.ts";
import { emptyLists } from "#lib/shared/resources/list-resources.ts";
import type { StopDto, StopFields } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";

export const CREATED_AT = "2026-11-01T00:00:00.000Z";
export const ANN = "0199b6a0-7c00-7000-8000-00000000000a";
export const BOB = "0199b6a0-7c00-7000-8000-00000000000b";
export const TRIP_ID = "0199b6a0-7c00-7000-8000-000000000001";
export const DAY_ID = "0199b6a0-7c00-7000-8000-0000000000d1";
export const STOP_ID = "0199b6a0-7c00-7000-8000-0000000000f1";
const COMMENT = "0199b6a0-7c00-7000-8000-0000000000c1";
export const ANN_MEMBER = "0199b6a0-7c00-7000-8000-0000000000aa";
export const BOB_MEMBER = "0199b6a0-7c00-7000-8000-0000000000bb";

const revision = { version: 1, createdAt: CREATED_AT, updatedAt: CREATED_AT };

export function stopFields(overrides: Partial<StopFields> = {}): StopFields {
  return {
    id: STOP_ID,
    dayId: DAY_ID,
    position: "a0",
    name: "Kiyomizu-dera",
    place: null,
    category: "sight",
    startTime: null,
    endTime: null,
    timezone: null,
    notes: null,
    url: null,
    cost: null,
    participants: null,
    hours: null,
    travelMode: null,
    formerDate: null,
    deletedAt: null,
    ...revision,
    ...overrides,
  };
}

export function stop(overrides: Partial<StopDto> = {}): StopDto {
  return { ...stopFields(), votes: [], commentCount: 0, ...overrides };
}

/** Returns Ann's trip with one day, one stop, and Bob as an editor, at seq 10. */
export function trip(overrides: Partial<TripDto> = {}): TripDto {
  const member = { hasAccount: true, leftAt: null, image: null, version: 1, updatedAt: CREATED_AT };
  return {
    id: TRIP_ID,
    title: "Kyoto",
    destination: null,
    startDate: "2026-11-14",
    endDate: "2026-11-14",
    timezone: "Asia/Tokyo",
    currency: "JPY",
    formerCurrencies: [],
    cover: null,
    budget: null,
    isSample: false,
    isDemo: false,
    archivedAt: null,
    deletedAt: null,
    ...revision,
    status: "ongoing",
    role: "owner",
    seq: 10,
    days: [
      {
        id: DAY_ID,
        date: "2026-11-14",
        title: null,
        notes: null,
        timezone: null,
        version: 1,
        updatedAt: CREATED_AT,
      },
    ],
    stops: [stop()],
    reservations: [],
    attachments: [],
    decisions: [],
    suggestions: [],
    items: [],
    ...emptyLists(),
    expenses: [],
    expenseCount: 0,
    settlements: [],
    members: [
      { ...member, id: ANN_MEMBER, userId: ANN, name: "Ann", role: "owner" },
      { ...member, id: BOB_MEMBER, userId: BOB, name: "Bob", role: "editor" },
    ],
    commentCount: 0,
    ...overrides,
  };
}

type Change<E> = E extends VisibleEvent ? Pick<E, "op" | "entity"> & Partial<E> : never;

/** Returns an event of Bob's, unless the change says otherwise. */
export function event(seq: number, change: Change<VisibleEvent>): VisibleEvent {
  const entityId = "id" in change.entity ? change.entity.id : change.entity.stopId;
  return { seq, groupId: uuidv7(), entityId, actorId: BOB, via: "user", at: CREATED_AT, ...change };
}

/** Returns Bob's comment on the stop. */
export function comment(overrides: Partial<CommentDto> = {}): CommentDto {
  const state = { editedAt: null, resolvedAt: null, deletedAt: null };
  const target = { kind: "stop" as const, id: STOP_ID };
  const spoken = { id: COMMENT, target, memberId: BOB_MEMBER, body: "Hello", mentions: [] };
  return { ...spoken, ...state, ...revision, ...overrides };
}
