import { describe, expect, test } from "vitest";
import sharp from "sharp";
import { selectCover } from "#db/queries/covers.ts";
import { freshDatabase } from "#lib/server/database.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { coversApi } from "#lib/shared/api/covers.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { TripCover } from "#lib/shared/covers.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newScene } from "#tests/factories/scenes.ts";
import { newInvite, newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { newPicture } from "#tests/helpers/pictures.ts";
import { usePlaceLore } from "#tests/helpers/place-lore.ts";
import { expectAbsent, expectForbidden, expectInvalid, expectRefused } from "#tests/helpers/refusals.ts";

const lore = await usePlaceLore();
const ann = await newPerson();

/** Other places for each test: answers are kept. */
let lastPlace = 0;
function newPlace(near = { lat: 43.73, lng: 7.42 }) {
  lastPlace += 1;
  const [name, entity] = [`Town ${lastPlace}`, `Q${1000 + lastPlace}`];
  const spot = { lat: near.lat + lastPlace / 10, lng: near.lng };
  lore.entities.set(entity, { sites: {}, picture: `${name}.jpg` });
  lore.licences.set(`${name}.jpg`, "CC BY-SA 4.0");
  return { name, entity, ...spot };
}

async function coverOf(tripId: string, by: Person = ann): Promise<TripCover> {
  const sent = await send(coversApi.get, { params: { tripId }, token: by.token });
  expect(sent).toMatchObject({ status: 200 });
  return TripCover.parse(sent.body);
}

function read(path = "", by: Person | null = ann) {
  const headers = new Headers(by ? { authorization: `Bearer ${by.token}` } : undefined);
  return handlerFetch(`http://localhost:3000${path}`, { headers });
}

function keyOf({ picture }: TripCover): string {
  return new URL(picture?.path ?? "", "http://x").searchParams.get("key") ?? "";
}

describe("by itself", () => {
  test("a trip shows its destination's picture, with author and licence, the same to whatever language", async () => {
    const { entity, ...destination } = newPlace();
    lore.articles.set(`en/${destination.name}`, { ...destination, entity });
    const { id } = await newTrip(ann, { destination });
    const cover = await coverOf(id);
    expect(cover).toEqual({
      picture: {
        path: expect.stringMatching(new RegExp(`^/api/trips/${id}/cover/picture\\?key=[\\w-]{16}$`)),
        credit: {
          author: "Ann Lee",
          licence: { text: "CC BY-SA 4.0", href: "https://creativecommons.org/licenses/by-sa/4.0" },
          url: `${lore.url}/wiki/${destination.name}.jpg`,
        },
      },
      map: { destination: { lat: destination.lat, lng: destination.lng }, stops: [] },
      isPending: false,
    });
    expect(lore.asked).toEqual(["summary", "entities", "files"]);
    const picture = await read(cover.picture?.path);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(picture.headers.get("cache-control")).toBe("private, max-age=604800");
    expect(lore.asked).toEqual(["summary", "entities", "files", "bytes"]);
    expectAbsent(
      await send(coversApi.picture, {
        params: { tripId: id },
        query: { key: "A".repeat(16) },
        token: ann.token,
      }),
      "picture",
    );
  });

  /** By title: how far from the destination the article's place is, in degrees; and whether it is the right one. */
  type Article = readonly [title: string, lat: number, isIt: boolean];
  test.each<[string, string, Article[], boolean]>([
    ["an article of that name right there", "Lone", [["en/Lone", 0, true]], true],
    ["a region whose middle is elsewhere", "Wide", [["en/Wide", 0.3, true]], true],
    ["a namesake far away", "Twin", [["en/Twin", 2.6, false]], false],
    [
      "a namesake far away, and its own longer name",
      "Trin",
      [
        ["en/Trin", 2.6, false],
        ["en/Trin, Illinois", 0.01, true],
      ],
      true,
    ],
    ["a list of things of that name", "Many", [["en/Many", 3, false]], false],
    [
      "such a list, and the place itself",
      "Many",
      [
        ["en/Many", 3, false],
        ["en/Many (Illinois)", 0.01, true],
      ],
      true,
    ],
    ["an article that does not say where its thing is", "Vague", [], false],
    ["only things of other names around", "Else", [["en/Else Museum", 0, false]], false],
    ["a Chinese name", "春田", [["zh/春田", 0, true]], true],
    ["a name in kana", "はるた", [["ja/はるた", 0, true]], true],
  ])("%s", async (_, name, articles, isShown) => {
    const { entity, name: file, ...spot } = newPlace();
    const wrong = newPlace();
    lore.articles.clear();
    for (const [title, lat, isIt] of articles) {
      lore.articles.set(title, { lat: spot.lat + lat, lng: spot.lng, entity: isIt ? entity : wrong.entity });
    }
    const { id } = await newTrip(ann, { destination: { ...spot, name } });
    const { picture } = await coverOf(id);
    expect(picture?.credit?.url ?? null).toBe(isShown ? `${lore.url}/wiki/${file}.jpg` : null);
  });

  test("of a name without a spot nothing is asked", async () => {
    const { id } = await newTrip(ann, { destination: { name: "Somewhere" } });
    expect(await coverOf(id)).toEqual({
      picture: null,
      map: { destination: null, stops: [] },
      isPending: false,
    });
    expect(lore.asked).toEqual([]);
  });

  test("a picture whose licence nobody says is not shown", async () => {
    const { entity, ...destination } = newPlace();
    lore.articles.set(`en/${destination.name}`, { ...destination, entity });
    lore.licences.set(`${destination.name}.jpg`, null);
    const { id } = await newTrip(ann, { destination });
    expect((await coverOf(id)).picture).toBeNull();
  });

  test.each(["summary", "entities", "files"] as const)(
    "where %s are in trouble there is the map for now",
    async (service) => {
      const { entity, ...destination } = newPlace();
      lore.articles.set(`en/${destination.name}`, { ...destination, entity });
      lore.troubles.set(service, "garbage");
      const { id } = await newTrip(ann, { destination });
      expect(await coverOf(id)).toMatchObject({ picture: null, isPending: true });
    },
  );

  test("the map knows where the stops are and on which day, and of many some", async () => {
    const trip = await newTrip(ann, { startDate: "2027-04-01", endDate: "2027-04-02" });
    const spot = (lat: number) => ({ lat, lng: 7.4212345678 });
    await newStop(ann, trip, { dayId: trip.days[1]?.id, place: spot(2) });
    await newStop(ann, trip, { dayId: trip.days[0]?.id, place: spot(1) });
    await newStop(ann, trip, { dayId: null, place: spot(3) });
    await newStop(ann, trip, { dayId: null, place: null });
    expect((await coverOf(trip.id)).map.stops).toEqual([
      { lat: 1, lng: 7.42123, day: 1 },
      { lat: 2, lng: 7.42123, day: 2 },
      { lat: 3, lng: 7.42123, day: null },
    ]);
    const [few] = await selectCover(freshDatabase(), { tripId: trip.id, most: 2 });
    expect(few?.stops.map(({ lat }) => lat)).toEqual([1, 3]);
  });
});

async function withPicture(trip: TripDto, bytes?: Uint8Array<ArrayBuffer>, name = "us.png") {
  const target = { kind: "trip" as const, id: trip.id };
  const file = await newAttachment(ann, trip.id, {
    target,
    name,
    bytes: bytes ?? (await newPicture()),
  });
  await patchTrip(ann, trip.id, { cover: { kind: "file", id: file.id } });
  return file;
}

describe("chosen", () => {
  test("is for editors and owners, a field of the trip with its line in the history, and can be taken back", async () => {
    const scene = await newScene();
    const { tripId, owner, editor, viewer, stranger } = scene;
    const input = { params: { tripId }, body: { cover: { kind: "map" } } };
    expectAbsent(await send(tripsApi.update, { ...input, token: stranger.token }), "trip");
    expectForbidden(await send(tripsApi.update, { ...input, token: viewer.token }), "viewer", "editor");
    const { seq } = await patchTrip(editor, tripId, { cover: { kind: "map" } });
    expect((await readTrip(owner, tripId)).cover).toEqual({ kind: "map" });
    const params = { tripId, seq: String(seq) };
    expect((await send(eventsApi.undo, { params, token: editor.token })).status).toBe(200);
    expect((await readTrip(owner, tripId)).cover).toBeNull();
  });

  test("the map stands where the destination has a picture", async () => {
    const { entity, ...destination } = newPlace();
    lore.articles.set(`en/${destination.name}`, { ...destination, entity });
    const { id } = await newTrip(ann, { destination });
    await patchTrip(ann, id, { cover: { kind: "map" } });
    expect((await coverOf(id)).picture).toBeNull();
    expect(lore.asked).toEqual([]);
    await patchTrip(ann, id, { cover: null });
    expect((await coverOf(id)).picture).not.toBeNull();
  });

  test("a stop's picture, until the stop is gone", async () => {
    const trip = await newTrip(ann);
    const place = { lat: 43.7393, lng: 7.4282, placeRef: "osm:node/1" };
    const stop = await newStop(ann, trip, { place });
    await patchTrip(ann, trip.id, { cover: { kind: "stop", id: stop.id } });
    expect((await coverOf(trip.id)).picture?.credit?.url).toBe(`${lore.url}/wiki/Town hall.jpg`);
    const other = await newStop(ann, await newTrip(ann), { place });
    const body = { cover: { kind: "stop", id: other.id } };
    const sent = await send(tripsApi.update, { params: { tripId: trip.id }, body, token: ann.token });
    expectInvalid(sent, ["cover.id", "Choose one of the trip's stops."]);
  });

  test("somebody's own picture: small, upright, and without what else its file tells", async () => {
    const trip = await newTrip(ann);
    const photo = await sharp(await newPicture({ width: 3000, height: 2000 }))
      .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "43/1 44/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await withPicture(trip, new Uint8Array(photo), "us.jpg");
    const { picture } = await coverOf(trip.id);
    expect(picture?.credit).toBeNull();
    const answer = await read(picture?.path);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const shown = await sharp(await answer.arrayBuffer()).metadata();
    expect(shown).toMatchObject({ width: 683, height: 1024, format: "webp" });
    expect(shown.exif).toBeUndefined();
  });

  test("only a picture of the trip itself: no other trip's, no ticket, no document, none that was deleted", async () => {
    const [trip, other] = await Promise.all([newTrip(ann), newTrip(ann)]);
    const stop = await newStop(ann, trip);
    const bytes = await newPicture();
    const ofTrip = (id: string) => ({ kind: "trip" as const, id });
    const elsewhere = await newAttachment(ann, other.id, { target: ofTrip(other.id), name: "a.png", bytes });
    const ticket = await newAttachment(ann, trip.id, {
      target: { kind: "stop", id: stop.id },
      name: "a.png",
      bytes,
    });
    const paper = await newAttachment(ann, trip.id, { target: ofTrip(trip.id) });
    for (const { id } of [elsewhere, ticket, paper, { id: stop.id }]) {
      const body = { cover: { kind: "file", id } };
      const sent = await send(tripsApi.update, { params: { tripId: trip.id }, body, token: ann.token });
      expectInvalid(sent, ["cover.id", "Choose a picture that was added to the trip itself."]);
    }
  });

  test("when its file goes, the trip's own cover is back, and the file brings it back", async () => {
    const trip = await newTrip(ann);
    const file = await withPicture(trip);
    const params = { tripId: trip.id, attachmentId: file.id };
    const before = await coverOf(trip.id);
    await send(attachmentsApi.delete, { params, token: ann.token });
    expect((await coverOf(trip.id)).picture).toBeNull();
    expect((await read(before.picture?.path)).status).toBe(404);
    await send(attachmentsApi.restore, { params, token: ann.token });
    expect(await coverOf(trip.id)).toEqual(before);
  });

  test("goes along into a copy and through a file, but for pictures, which stay where they are", async () => {
    const trip = await newTrip(ann);
    const stop = await newStop(ann, trip);
    async function copies() {
      const copied = await send(tripsApi.duplicate, {
        params: { tripId: trip.id },
        body: {},
        token: ann.token,
      });
      const query = { format: "json" };
      const file = await send(exportsApi.read, { params: { tripId: trip.id }, query, token: ann.token });
      const imported = await send(importsApi.createTrip, {
        form: fileForm(file.text, "t.json"),
        token: ann.token,
      });
      expect([copied.status, imported.status]).toEqual([201, 201]);
      return [copied.body, imported.body] as TripDto[];
    }
    await patchTrip(ann, trip.id, { cover: { kind: "stop", id: stop.id } });
    for (const { cover, stops } of await copies()) {
      expect(cover).toEqual({ kind: "stop", id: stops[0]?.id });
    }
    await patchTrip(ann, trip.id, { cover: { kind: "map" } });
    for (const { cover } of await copies()) expect(cover).toEqual({ kind: "map" });
    await withPicture(trip);
    for (const { cover } of await copies()) expect(cover).toBeNull();
  });
});

describe("whoever holds an invite", () => {
  test("sees the cover by its token alone, and no stop; once it ends, nothing", async () => {
    const { entity, ...destination } = newPlace();
    lore.articles.set(`en/${destination.name}`, { ...destination, entity });
    const trip = await newTrip(ann, { destination });
    await newStop(ann, trip, { place: { lat: 1, lng: 2 } });
    const { token, id } = await newInvite(ann, trip.id);
    const ofInvite = () => send(coversApi.ofInvite, { params: { token } });
    const cover = TripCover.parse((await ofInvite()).body);
    expect(cover.map).toEqual({ destination: { lat: destination.lat, lng: destination.lng }, stops: [] });
    expect(cover.picture?.path).toBe(`/api/invites/${token}/cover/picture?key=${keyOf(cover)}`);
    expect((await read(cover.picture?.path, null)).status).toBe(200);
    await send(invitesApi.revoke, { params: { tripId: trip.id, inviteId: id }, token: ann.token });
    const gone = "This invite no longer works. Ask for a new link.";
    expectRefused(await ofInvite(), 410, "INVITE_GONE", gone);
    expect((await read(cover.picture?.path, null)).status).toBe(410);
  });

  test("of another trip reads no picture of this one", async () => {
    const [trip, other] = await Promise.all([newTrip(ann), newTrip(ann)]);
    await withPicture(trip);
    const key = keyOf(await coverOf(trip.id));
    const { token } = await newInvite(ann, other.id);
    expectAbsent(await send(coversApi.pictureOfInvite, { params: { token }, query: { key } }), "picture");
    const params = { tripId: trip.id };
    const stranger = await newPerson();
    expectAbsent(await send(coversApi.picture, { params, query: { key }, token: stranger.token }), "trip");
  });
});
