import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/base/api.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import {
  as,
  newComment,
  newDecision,
  newInvite,
  newPlaceholder,
  newStop,
  newSuggestion,
  patchTrip,
} from "#tests/factories/trips.ts";
import { BOOKING_INPUTS } from "./booking-inputs.ts";
import { EXPENSE_INPUTS } from "./expense-inputs.ts";
import { FILE_INPUTS } from "./file-inputs.ts";
import type { SendInput } from "./handlers.ts";
import { ITEM_INPUTS } from "./item-inputs.ts";
import { LIST_INPUTS } from "./list-inputs.ts";
import { MONEY_INPUTS } from "./money-inputs.ts";
import { PLACE_INPUTS } from "./place-inputs.ts";
import { NOTIFICATION_INPUTS } from "./notification-inputs.ts";
import { formWith, newPicture } from "./pictures.ts";
import { PROVIDER_INPUTS } from "./provider-inputs.ts";

/** Makes the input of a call that succeeds if `by` may make it. Other people create rows that `by` may not create. */
type MakeInput = (scene: TripFixture, by: Person) => SendInput | Promise<SendInput>;

function onTrip({ tripId }: TripFixture, more: Omit<SendInput, "params"> = {}): SendInput {
  return { params: { tripId }, ...more };
}

async function onNewStop(scene: TripFixture, body?: object): Promise<SendInput> {
  const stop = await newStop(scene.owner, scene.trip);
  return { params: { tripId: scene.tripId, stopId: stop.id }, body };
}

/** Makes an input for a new comment of the caller if they are a member, and of the owner otherwise. */
async function onNewComment(scene: TripFixture, by: Person, body?: object): Promise<SendInput> {
  const { owner, editor, viewer, guest, anonymousGuest, tripId } = scene;
  const author = [editor, viewer, guest, anonymousGuest].includes(by) ? by : owner;
  const comment = await newComment(author, tripId);
  return { params: { tripId, commentId: comment.id }, body };
}

async function onNewPlaceholder({ tripId, owner }: TripFixture, body?: object): Promise<SendInput> {
  const { id: memberId } = await newPlaceholder(owner, tripId);
  return { params: { tripId, memberId }, body };
}

/** Makes an input for a new decision with one idea as candidate; `before` closes or deletes it first. */
async function onNewDecision(
  scene: TripFixture,
  body?: object,
  before?: "close" | "delete",
): Promise<SendInput> {
  const { owner, trip, tripId } = scene;
  const idea = await newStop(owner, trip, { dayId: null });
  const decision = await newDecision(owner, tripId, { candidates: [idea.id] });
  const params = { tripId, decisionId: decision.id };
  if (before === "close") await call(decisionsApi.close, { params, body: {} }, as(owner));
  if (before === "delete") await call(decisionsApi.delete, { params }, as(owner));
  return { params, body };
}

async function onNewSuggestion(scene: TripFixture, by: Person, body?: object): Promise<SendInput> {
  const { owner, editor, viewer, tripId } = scene;
  const author = [owner, editor, viewer].includes(by) ? by : viewer;
  const { id } = await newSuggestion(author, tripId);
  return { params: { tripId, suggestionId: id }, body };
}

async function onNewInvite(scene: TripFixture): Promise<SendInput> {
  const { token } = await newInvite(scene.owner, scene.tripId);
  return { params: { token } };
}

export const INPUTS: Readonly<Record<string, MakeInput>> = {
  ...BOOKING_INPUTS,
  ...EXPENSE_INPUTS,
  ...FILE_INPUTS,
  ...MONEY_INPUTS,
  ...NOTIFICATION_INPUTS,
  ...ITEM_INPUTS,
  ...LIST_INPUTS,
  ...PLACE_INPUTS,
  ...PROVIDER_INPUTS,
  "trips.list": () => ({ query: { filter: "all", limit: "50" } }),
  "trips.create": () => ({
    body: { id: uuidv7(), title: "Nara", startDate: "2027-05-01", endDate: "2027-05-03" },
  }),
  "trips.get": (scene) => onTrip(scene),
  "trips.update": (scene) =>
    onTrip(scene, { body: { title: "Nara", destination: { name: "Nara", lat: 34.7, lng: 135.8 } } }),
  "trips.delete": (scene) => onTrip(scene),
  "trips.restore": async (scene) => {
    await call(tripsApi.delete, { params: { tripId: scene.tripId } }, as(scene.owner)).catch(() => undefined);
    return onTrip(scene);
  },
  "trips.archive": (scene) => onTrip(scene),
  "trips.unarchive": (scene) => onTrip(scene),
  "trips.transfer": (scene) => onTrip(scene, { body: { userId: scene.editor.userId } }),
  "trips.leave": (scene) => onTrip(scene),
  "trips.previewDates": (scene) =>
    onTrip(scene, { body: { startDate: "2026-11-15", endDate: "2026-11-19", mode: "shift" } }),
  "trips.snapshot": (scene) => onTrip(scene, { query: { seq: "1" } }),
  "days.update": ({ tripId, trip }) => ({
    params: { tripId, dayId: trip.days[1]?.id ?? "" },
    body: { title: "Fushimi", notes: "Early.", timezone: "Asia/Tokyo" },
  }),
  "days.order": ({ tripId, trip, stop }) => ({
    params: { tripId, dayId: trip.days[0]?.id ?? "" },
    body: { stopIds: [stop.id] },
  }),
  "legs.list": ({ tripId, trip }) => ({ params: { tripId, dayId: trip.days[0]?.id ?? "" } }),
  "legs.optimized": ({ tripId, trip }) => ({ params: { tripId, dayId: trip.days[0]?.id ?? "" } }),
  "stops.create": (scene) =>
    onTrip(scene, {
      body: {
        id: uuidv7(),
        dayId: scene.trip.days[0]?.id,
        name: "Gion",
        place: { lat: 35, lng: 135.77, address: "Gion", placeRef: "geonames:1" },
        category: "sight",
        startTime: "09:00",
        endTime: "10:00",
        timezone: "Asia/Tokyo",
        notes: "Lanterns.",
        url: "https://gion.test/",
        cost: { amount: 500, currency: "JPY" },
        participants: [scene.trip.members[0]?.id],
      },
    }),
  "stops.update": (scene) =>
    onNewStop(scene, { name: "Gion", place: { lat: 35, lng: 135 }, cost: { amount: 5, currency: "EUR" } }),
  "stops.delete": (scene) => onNewStop(scene),
  "stops.restore": async (scene) => {
    const input = await onNewStop(scene);
    const params = { tripId: scene.tripId, stopId: input.params?.stopId ?? "" };
    await call(stopsApi.delete, { params }, as(scene.owner));
    return input;
  },
  "stops.move": (scene) => onNewStop(scene, { dayId: scene.trip.days[1]?.id, afterId: null }),
  "stops.vote": (scene) => onNewStop(scene, { value: 1 }),
  "comments.list": (scene) => onTrip(scene, { query: { target: `stop:${scene.stop.id}`, limit: "10" } }),
  "comments.create": (scene) =>
    onTrip(scene, { body: { id: uuidv7(), target: { kind: "stop", id: scene.stop.id }, body: "Shall we?" } }),
  "comments.update": (scene, by) => onNewComment(scene, by, { body: "Let us." }),
  "comments.delete": (scene, by) => onNewComment(scene, by),
  "comments.restore": async (scene, by) => {
    const input = await onNewComment(scene, by);
    const params = { tripId: scene.tripId, commentId: input.params?.commentId ?? "" };
    await call(
      commentsApi.delete,
      { params },
      as([scene.editor, scene.viewer, scene.guest, scene.anonymousGuest].includes(by) ? by : scene.owner),
    );
    return input;
  },
  "comments.resolve": (scene, by) => onNewComment(scene, by, { resolved: true }),
  "comments.unread": (scene) => onTrip(scene),
  "comments.read": async (scene) => {
    const { id, target } = await newComment(scene.owner, scene.tripId);
    return onTrip(scene, { body: { target, upTo: id } });
  },
  "decisions.list": (scene) => onTrip(scene),
  "decisions.create": async (scene) => {
    const idea = await newStop(scene.owner, scene.trip, { dayId: null });
    const question = { title: "Dinner", notes: "Near the hotel.", deadline: "2999-11-13T20:00:00.000Z" };
    const dayId = scene.trip.days[0]?.id;
    return onTrip(scene, { body: { id: uuidv7(), ...question, candidates: [idea.id], dayId } });
  },
  "decisions.update": (scene) => onNewDecision(scene, { title: "Lunch", deadline: null }),
  "decisions.close": (scene) => onNewDecision(scene, {}),
  "decisions.reopen": (scene) => onNewDecision(scene, undefined, "close"),
  "decisions.delete": (scene) => onNewDecision(scene),
  "decisions.restore": (scene) => onNewDecision(scene, undefined, "delete"),
  "suggestions.list": (scene) => onTrip(scene, { query: { limit: "10" } }),
  "suggestions.create": (scene) =>
    onTrip(scene, {
      body: {
        id: uuidv7(),
        note: "Warmer there.",
        changes: [
          { op: "stops.create", input: { dayId: scene.trip.days[0]?.id, name: "Nara Park" } },
          { op: "stops.move", entityId: scene.stop.id, input: { dayId: null, afterId: null } },
          { op: "days.update", entityId: scene.trip.days[1]?.id, input: { title: "Nara" } },
        ],
      },
    }),
  "suggestions.accept": (scene, by) => onNewSuggestion(scene, by, { lines: [0] }),
  "suggestions.dismiss": (scene, by) => onNewSuggestion(scene, by, { note: "Too far." }),
  "suggestions.withdraw": (scene, by) => onNewSuggestion(scene, by),
  "members.list": (scene) => onTrip(scene),
  "members.update": (scene) => ({
    params: { tripId: scene.tripId, userId: scene.viewer.userId },
    body: { role: "editor" },
  }),
  "members.remove": (scene) => ({ params: { tripId: scene.tripId, userId: scene.guest.userId } }),
  "members.addPlaceholder": (scene) => onTrip(scene, { body: { id: uuidv7(), name: "Grandma" } }),
  "members.renamePlaceholder": (scene) => onNewPlaceholder(scene, { name: "Grandpa" }),
  "members.removePlaceholder": (scene) => onNewPlaceholder(scene),
  "members.restorePlaceholder": async (scene) => {
    const input = await onNewPlaceholder(scene);
    const params = { tripId: scene.tripId, memberId: input.params?.memberId ?? "" };
    await call(membersApi.removePlaceholder, { params }, as(scene.owner));
    return input;
  },
  "members.mergePlaceholder": async (scene) => {
    const list = { params: { tripId: scene.tripId } };
    const { data: members } = await call(membersApi.list, list, as(scene.owner));
    return onNewPlaceholder(scene, { into: members[0]?.id });
  },
  "invites.list": (scene) => onTrip(scene),
  "invites.create": (scene) =>
    onTrip(scene, {
      body: { id: uuidv7(), role: "viewer", email: "bob@people.test", expiresInDays: 3, maxUses: 2 },
    }),
  "invites.revoke": async (scene) => {
    const { id } = await newInvite(scene.owner, scene.tripId);
    return { params: { tripId: scene.tripId, inviteId: id } };
  },
  "invites.preview": onNewInvite,
  "invites.accept": onNewInvite,
  "events.list": (scene) => onTrip(scene, { query: { after: "1", limit: "3" } }),
  "events.undo": async ({ tripId, owner }) => {
    const { seq } = await patchTrip(owner, tripId, { title: `Title ${uuidv7()}` });
    return { params: { tripId, seq: String(seq) } };
  },
  "realtime.ticket": (scene) => onTrip(scene),
  "users.getPreferences": () => ({}),
  "users.updatePreferences": () => ({
    body: {
      theme: "dark",
      language: "en",
      agentPanelCollapsed: true,
      units: "metric",
      notifications: { mention: "off" },
    },
  }),
  "avatar.upload": async () => ({ form: formWith(await newPicture()) }),
  "avatar.remove": () => ({}),
  "avatar.read": async ({ owner }) => {
    const { data } = await call(avatarApi.upload, { file: new Blob([await newPicture()]) }, as(owner));
    const [file = "", userId = ""] = data.image.split("/").toReversed();
    return { params: { userId, file } };
  },
  "account.export": () => ({}),
  "account.delete": () => ({ body: {} }),
  "search.find": () => ({ query: { q: "kyoto", limit: "5" } }),
  ...PLACE_INPUTS,
  "service.health": () => ({}),
  "service.ping": () => ({}),
  "service.openapi": () => ({}),
};

export async function inputFor(id: string, scene: TripFixture, by: Person): Promise<SendInput> {
  const make = INPUTS[id];
  if (!make) throw new Error(`tests/helpers/inputs.ts lacks an input for ${id}.`);
  return make(scene, by);
}

export function callerOf(scene: TripFixture, who: Caller): Person | undefined {
  return who === "anonymous" ? undefined : scene[who];
}

const INSIDE = ["guest", "viewer", "editor", "owner"] as const;
export const CALLERS = ["anonymous", "stranger", "anonymousGuest", ...INSIDE] as const;
export type Caller = (typeof CALLERS)[number];
