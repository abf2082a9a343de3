// @alone: sets the environment, which the service reads once
import { afterAll, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newComment, newInvite, readTrip } from "#tests/factories/trips.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { fingerprint } from "#tests/helpers/fingerprint.ts";
import { send, type SendInput } from "#tests/helpers/handlers.ts";
import { type FoundText, idPathsOf, idsIn, keysOfPath, withText } from "#tests/helpers/id-fields.ts";
import { sharedFixture } from "#tests/helpers/shared-fixture.ts";
import { inputFor } from "#tests/helpers/inputs.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";

await useStreetView();
const model = await useAgentModel();
afterAll(() => model.stop());

/**
 * Creates two trips with different owners. The first trip's owner is an editor of the other trip, so missing read
 * access is not the reason for a refusal.
 */
async function twoTrips(): Promise<{ own: TripFixture; other: TripFixture }> {
  const [own, other] = [await ownScenes(), await otherScenes()];
  const { token } = await newInvite(other.owner, other.tripId, { role: "editor" });
  await call(invitesApi.accept, { params: { token } }, as(own.owner));
  return { own, other };
}

const ownScenes = sharedFixture();
const otherScenes = sharedFixture();

const ofTrips = allEndpoints.filter(({ path }) => path.includes("{tripId}"));
const byRow = ofTrips.filter(({ path }) => /\{(?!tripId)\w*Id\}/.test(path));

test.each(byRow.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s finds no row of another trip in the address of one's own",
  async (_, endpoint) => {
    const { own, other } = await twoTrips();
    const foreign = await inputFor(endpoint.id, other, other.owner);
    const mixed = { ...foreign, params: { ...foreign.params, tripId: own.tripId } };
    await awaitDeferredWork();
    const before = await fingerprint();
    const sent = await send(endpoint, { ...mixed, token: own.owner.token });
    expect(sent).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(await fingerprint()).toEqual(before);
  },
);

/** The fields of suggested changes: ids in them are checked only when somebody accepts the change. */
const JUDGED_LATER = /^body\.changes\[\]\.input\./;
/** The fields with ids of new rows, which clients generate. */
const NEW_ID = /^(body|query)(\..+)?\.id$/;

/** Returns the fields in which a request names a row of its own trip, with the id of the other trip's row. */
function sameFields(good: SendInput, foreign: SendInput): FoundText[] {
  const theirs = new Map(idsIn(foreign).map(({ at, text }) => [at.join("."), text]));
  return idsIn(good).flatMap(({ path, at, text }) => {
    const id = theirs.get(at.join("."));
    return id === undefined || id === text ? [] : [{ path, at, text: id }];
  });
}

/** Returns the fields that the example leaves out, with ids of rows of each kind. */
function unusedFields({ query, body }: Endpoint, good: SendInput, { trip, stop }: TripFixture): FoundText[] {
  const used = new Set(idsIn(good).map(({ path }) => path));
  const paths = [...idPathsOf(query, "query"), ...idPathsOf(body, "body")].filter((path) => !used.has(path));
  const ids = [stop.id, trip.members[0]?.id ?? "", trip.days[0]?.id ?? "", trip.id];
  return paths.flatMap((path) => ids.map((text) => ({ path, at: keysOfPath(path), text })));
}

const withIds = ofTrips.filter(({ body, query, upload }) => body ?? query ?? upload);
test.each(withIds.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s takes no id of another trip",
  async (_, endpoint) => {
    const { own, other } = await twoTrips();
    const good = await inputFor(endpoint.id, own, own.owner);
    const foreign = await inputFor(endpoint.id, other, other.owner);
    const tries = [...sameFields(good, foreign), ...unusedFields(endpoint, good, other)];
    await awaitDeferredWork();
    const before = await fingerprint();
    const taken: string[] = [];
    for (const { path, at, text } of tries) {
      if (path.startsWith("params.") || NEW_ID.test(path) || JUDGED_LATER.test(path)) continue;
      const sent = await send(endpoint, { ...withText(good, at, text), token: own.owner.token });
      if (![404, 409, 422].includes(sent.status)) taken.push(`${path} → ${sent.status} ${sent.text}`);
    }
    expect(taken).toEqual([]);
    expect(await fingerprint()).toEqual(before);
  },
);

const creating = ofTrips.filter(({ status, body, query }) => status === 201 && (body ?? query));
test.each(creating.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s under the id of a row that another trip has is refused, and says nothing of that row",
  async (_, endpoint) => {
    const { own, other } = await twoTrips();
    const foreign = await inputFor(endpoint.id, other, other.owner);
    const found = idsIn(foreign).find(({ path }) => NEW_ID.test(path));
    if (!found) return;
    expect((await send(endpoint, { ...foreign, token: other.owner.token })).status).toBe(201);
    const good = await inputFor(endpoint.id, own, own.owner);
    await awaitDeferredWork();
    const before = await fingerprint();
    const sent = await send(endpoint, { ...withText(good, found.at, found.text), token: own.owner.token });
    // A confirmed attachment must have been announced before, with the same id and in the same trip.
    const code = endpoint.id === "attachments.confirm" ? "VALIDATION_FAILED" : "ID_TAKEN";
    expect(sent.body).toMatchObject({ code });
    expect(Object(sent.body).details).toBeUndefined();
    expect(await fingerprint()).toEqual(before);
  },
);

const ofPeople = allEndpoints.filter(({ path, access }) => access === "user" && /\{\w*Id\}/.test(path));
test.each(ofPeople.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s finds nothing of another person's",
  async (_, endpoint) => {
    const { own, other } = await twoTrips();
    const foreign = await inputFor(endpoint.id, other, other.owner);
    await awaitDeferredWork();
    const before = await fingerprint();
    const sent = await send(endpoint, { ...foreign, token: own.owner.token });
    expect(sent).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(await fingerprint()).toEqual(before);
  },
);

test("another person's notifications stay unread, whoever names them", async () => {
  const { own, other } = await twoTrips();
  const { members } = await readTrip(other.owner, other.tripId);
  const mentions = members.flatMap(({ id, userId }) => (userId === other.owner.userId ? [id] : []));
  await newComment(other.editor, other.tripId, { mentions });
  const { body } = await send(notificationsApi.list, { token: other.owner.token });
  const ids = [body].flat().map((line) => String(Object(line).id));
  expect(ids).toHaveLength(1);
  const before = await send(notificationsApi.state, { token: other.owner.token });
  const sent = await send(notificationsApi.read, { body: { ids }, token: own.owner.token });
  expect(sent.status).toBeLessThan(300);
  const after = await send(notificationsApi.state, { token: other.owner.token });
  expect(after.body).toEqual(before.body);
});

test("a stop on a day of another trip is not even suggested", async () => {
  const { own, other } = await twoTrips();
  const changes = [{ op: "stops.create" as const, input: { dayId: other.trip.days[0]?.id, name: "Nara" } }];
  const before = await readTrip(other.owner, other.tripId);
  const params = { tripId: own.tripId };
  const sent = await send(suggestionsApi.create, { params, body: { changes }, token: own.viewer.token });
  const dayIsNone = { path: "changes.0.input.dayId", message: "This is no day of the trip." };
  expect(sent).toMatchObject({ status: 422, body: { issues: [dayIsNone] } });
  expect(await readTrip(other.owner, other.tripId)).toEqual(before);
});
