import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/api.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import type { Scene } from "#tests/factories/scenes.ts";
import { as, newComment, newInvite, newStop, patchTrip } from "#tests/factories/trips.ts";
import type { SendInput } from "./handlers.ts";
import { formWith, newPicture } from "./pictures.ts";

/** What an endpoint needs for a call that succeeds when `by` may make it; what `by` can't prepare, the owner does. */
type MakeInput = (scene: Scene, by: Person) => SendInput | Promise<SendInput>;

function onTrip({ tripId }: Scene, more: Omit<SendInput, "params"> = {}): SendInput {
  return { params: { tripId }, ...more };
}

async function onNewStop(scene: Scene, body?: object): Promise<SendInput> {
  const stop = await newStop(scene.owner, scene.trip);
  return { params: { tripId: scene.tripId, stopId: stop.id }, body };
}

/** On a comment of the caller's own where they are in the trip; else it is the owner's. */
async function onNewComment(scene: Scene, by: Person, body?: object): Promise<SendInput> {
  const { owner, editor, viewer, guest, tripId } = scene;
  const author = [editor, viewer, guest].includes(by) ? by : owner;
  const comment = await newComment(author, tripId);
  return { params: { tripId, commentId: comment.id }, body };
}

async function onNewInvite(scene: Scene): Promise<SendInput> {
  const { token } = await newInvite(scene.owner, scene.tripId);
  return { params: { token } };
}

export const INPUTS: Readonly<Record<string, MakeInput>> = {
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
  "days.update": ({ tripId, trip }) => ({
    params: { tripId, dayId: trip.days[1]?.id ?? "" },
    body: { title: "Fushimi", notes: "Early.", timezone: "Asia/Tokyo" },
  }),
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
      as([scene.editor, scene.viewer, scene.guest].includes(by) ? by : scene.owner),
    );
    return input;
  },
  "comments.resolve": (scene, by) => onNewComment(scene, by, { resolved: true }),
  "members.list": (scene) => onTrip(scene),
  "members.update": (scene) => ({
    params: { tripId: scene.tripId, userId: scene.viewer.userId },
    body: { role: "editor" },
  }),
  "members.remove": (scene) => ({ params: { tripId: scene.tripId, userId: scene.guest.userId } }),
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
  "users.updatePreferences": () => ({ body: { theme: "dark", language: "en", agentPanelCollapsed: true } }),
  "avatar.upload": async () => ({ form: formWith(await newPicture()) }),
  "avatar.remove": () => ({}),
  "avatar.read": async ({ owner }) => {
    const { data } = await call(avatarApi.upload, { file: new Blob([await newPicture()]) }, as(owner));
    const [file = "", userId = ""] = data.image.split("/").toReversed();
    return { params: { userId, file } };
  },
  "account.export": () => ({}),
  "account.delete": () => ({ body: {} }),
  "service.health": () => ({}),
  "service.ping": () => ({}),
  "service.openapi": () => ({}),
};

/** @throws Error for an endpoint that has no entry above yet */
export async function inputFor(id: string, scene: Scene, by: Person): Promise<SendInput> {
  const make = INPUTS[id];
  if (!make) throw new Error(`tests/helpers/inputs.ts lacks an input for ${id}.`);
  return make(scene, by);
}

/** Somebody of the given standing in the scene; nobody for `anonymous`. */
export function callerOf(scene: Scene, who: Caller): Person | undefined {
  return who === "anonymous" ? undefined : scene[who];
}

export const CALLERS = ["anonymous", "stranger", "guest", "viewer", "editor", "owner"] as const;
export type Caller = (typeof CALLERS)[number];
