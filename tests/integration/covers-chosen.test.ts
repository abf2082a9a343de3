// @alone: sets the environment, which the service reads once
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { coverOf, giveCover, newDestination, readPicture } from "#tests/helpers/covers.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { send } from "#tests/helpers/handlers.ts";
import { newPicture } from "#tests/helpers/pictures.ts";
import { usePlaceFacts } from "#tests/helpers/place-facts.ts";
import { expectAbsent, expectForbidden, expectInvalid } from "#tests/helpers/refusals.ts";

const lore = await usePlaceFacts();
const ann = await newPerson();

function ofTrip(id: string) {
  return { kind: "trip" as const, id };
}

describe("what is chosen as a cover", () => {
  test("is for editors and owners, a field of the trip with its line in the history, and can be taken back", async () => {
    const scene = await newTripFixture();
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
    const destination = newDestination(lore);
    const { id } = await newTrip(ann, { destination });
    await patchTrip(ann, id, { cover: { kind: "map" } });
    expect((await coverOf(ann, id)).picture).toBeNull();
    expect(lore.asked).toEqual([]);
    await patchTrip(ann, id, { cover: null });
    expect((await coverOf(ann, id)).picture).not.toBeNull();
  });

  test("a stop's picture; where there is none, and once the stop is gone, the destination's", async () => {
    const trip = await newTrip(ann);
    const place = { lat: 43.7393, lng: 7.4282, placeRef: "osm:node/1" };
    const stop = await newStop(ann, trip, { place });
    await patchTrip(ann, trip.id, { cover: { kind: "stop", id: stop.id } });
    expect((await coverOf(ann, trip.id)).picture?.credit?.url).toBe(`${lore.url}/wiki/Town hall.jpg`);
    const unknown = await newStop(ann, trip, { place: { ...place, placeRef: "osm:node/404" } });
    const destination = newDestination(lore);
    await patchTrip(ann, trip.id, { destination, cover: { kind: "stop", id: unknown.id } });
    const ofDestination = `${lore.url}/wiki/${destination.name}.jpg`;
    expect((await coverOf(ann, trip.id)).picture?.credit?.url).toBe(ofDestination);
    await patchTrip(ann, trip.id, { cover: { kind: "stop", id: stop.id } });
    const gone = { params: { tripId: trip.id, stopId: stop.id }, token: ann.token };
    await send(stopsApi.delete, gone);
    expect((await coverOf(ann, trip.id)).picture?.credit?.url).toBe(ofDestination);
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
    await giveCover(ann, trip, new Uint8Array(photo), "us.jpg");
    const cover = await coverOf(ann, trip.id);
    expect(cover.picture?.credit).toBeNull();
    const answer = await readPicture(ann, cover);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const shown = await sharp(await answer.arrayBuffer()).metadata();
    expect(shown).toMatchObject({ width: 683, height: 1024, format: "webp" });
    expect(shown.exif).toBeUndefined();
  });

  test("only a picture of the trip itself: no other trip's, no ticket, no document, none that was deleted", async () => {
    const [trip, other] = await Promise.all([newTrip(ann), newTrip(ann)]);
    const stop = await newStop(ann, trip);
    const bytes = await newPicture();
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
    const file = await giveCover(ann, trip);
    const params = { tripId: trip.id, attachmentId: file.id };
    const before = await coverOf(ann, trip.id);
    await send(attachmentsApi.delete, { params, token: ann.token });
    expect((await coverOf(ann, trip.id)).picture).toBeNull();
    expect((await readPicture(ann, before)).status).toBe(404);
    await send(attachmentsApi.restore, { params, token: ann.token });
    expect(await coverOf(ann, trip.id)).toEqual(before);
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
    await giveCover(ann, trip);
    for (const { cover } of await copies()) expect(cover).toBeNull();
  });
});
