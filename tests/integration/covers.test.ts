// @alone: sets the environment, which the service reads once
import { describe, expect, test } from "vitest";
import { selectCover } from "#db/queries/covers.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { coversApi } from "#lib/shared/api/covers.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { TripCover } from "#lib/shared/covers.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newInvite, newStop, newTrip } from "#tests/factories/trips.ts";
import { coverOf, giveCover, keyOf, newDestination, newTown, readPicture } from "#tests/helpers/covers.ts";
import { send } from "#tests/helpers/handlers.ts";
import { usePlaceFacts } from "#tests/helpers/place-facts.ts";
import { expectAbsent, expectRefused } from "#tests/helpers/refusals.ts";

const lore = await usePlaceFacts();
const ann = await newPerson();

function placeAt(lat: number) {
  return { lat, lng: 7.4212345678 };
}

describe("by itself", () => {
  test("a trip shows its destination's picture, with author and licence, the same to whatever language", async () => {
    const destination = newDestination(lore);
    const { id } = await newTrip(ann, { destination });
    const cover = await coverOf(ann, id);
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
    expect(lore.asked).toEqual(["titles", "entities", "files"]);
    const picture = await readPicture(ann, cover);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(picture.headers.get("cache-control")).toBe("private, max-age=604800");
    expect(lore.asked).toEqual(["titles", "entities", "files", "bytes"]);
    expectAbsent(
      await send(coversApi.picture, {
        params: { tripId: id },
        query: { key: "A".repeat(16) },
        token: ann.token,
      }),
      "picture",
    );
  });

  /**
   * An article: its title, the distance of its place from the destination in degrees, and whether it is the right one.
   */
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
    ["a list of things of that name", "Many", [["en/Many", 0, false]], false],
    [
      "such a list, and the place itself",
      "Many",
      [
        ["en/Many", 0, false],
        ["en/Many (Illinois)", 0.01, true],
      ],
      true,
    ],
    ["an article that does not say where its thing is", "Vague", [], false],
    ["only things of other names around", "Else", [["en/Else Museum", 0, false]], false],
    ["a Chinese name", "春田", [["zh/春田", 0, true]], true],
    ["a name in kana", "はるた", [["ja/はるた", 0, true]], true],
  ])("%s", async (_, name, articles, isShown) => {
    const { entity, name: file, ...spot } = newTown(lore);
    const wrong = newTown(lore);
    lore.articles.clear();
    for (const [title, lat, isIt] of articles) {
      lore.articles.set(title, { lat: spot.lat + lat, lng: spot.lng, entity: isIt ? entity : wrong.entity });
    }
    const { id } = await newTrip(ann, { destination: { ...spot, name } });
    const { picture } = await coverOf(ann, id);
    expect(picture?.credit?.url ?? null).toBe(isShown ? `${lore.url}/wiki/${file}.jpg` : null);
  });

  test("of a name without a spot nothing is asked", async () => {
    const { id } = await newTrip(ann, { destination: { name: "Somewhere" } });
    expect(await coverOf(ann, id)).toEqual({
      picture: null,
      map: { destination: null, stops: [] },
      isPending: false,
    });
    expect(lore.asked).toEqual([]);
  });

  test("a picture whose licence nobody says is not shown", async () => {
    const destination = newDestination(lore);
    lore.licences.set(`${destination.name}.jpg`, null);
    const { id } = await newTrip(ann, { destination });
    expect((await coverOf(ann, id)).picture).toBeNull();
  });

  test.each(["titles", "entities", "files"] as const)(
    "where %s are in trouble there is the map for now",
    async (service) => {
      const destination = newDestination(lore);
      lore.troubles.set(service, "garbage");
      const { id } = await newTrip(ann, { destination });
      expect(await coverOf(ann, id)).toMatchObject({ picture: null, isPending: true });
    },
  );

  test("the map knows where the stops are and on which day, and of many some", async () => {
    const trip = await newTrip(ann, { startDate: "2027-04-01", endDate: "2027-04-02" });
    await newStop(ann, trip, { dayId: trip.days[1]?.id, place: placeAt(2) });
    await newStop(ann, trip, { dayId: trip.days[0]?.id, place: placeAt(1) });
    await newStop(ann, trip, { dayId: null, place: placeAt(3) });
    await newStop(ann, trip, { dayId: null, place: null });
    expect((await coverOf(ann, trip.id)).map.stops).toEqual([
      { lat: 1, lng: 7.42123, day: 1 },
      { lat: 2, lng: 7.42123, day: 2 },
      { lat: 3, lng: 7.42123, day: null },
    ]);
    const [few] = await selectCover(freshDatabase(), { tripId: trip.id, most: 2 });
    expect(few?.stops.map(({ lat }) => lat)).toEqual([1, 3]);
  });
});

describe("a destination whose name", () => {
  test.each([
    ["leads to its article", "Lisboa", "Lisbon", true],
    ["leads to a list of things of that name", "Manifold", "Many", false],
    ["is no title at all", "A|Lisbon", "Lisbon", false],
  ])("%s", async (_, name, title, isShown) => {
    const { entity, name: file, ...spot } = newTown(lore);
    lore.articles.clear();
    lore.articles.set(`en/${title}`, { ...spot, entity });
    lore.redirects.set(`en/${name}`, title);
    const { id } = await newTrip(ann, { destination: { ...spot, name } });
    const { picture, isPending } = await coverOf(ann, id);
    expect(isPending).toBe(false);
    expect(picture?.credit?.url ?? null).toBe(isShown ? `${lore.url}/wiki/${file}.jpg` : null);
  });

  test.each([
    ["is asked for", newDestination],
    // The name `A|B` cannot be an article's title, so only the surroundings are searched.
    ["is searched for around", () => ({ ...newDestination(lore), name: "A|B" })],
  ])("%s: an error in the answer does not say that there is no article", async (_, destination) => {
    lore.remark.text = "Waiting for a database server: 6 seconds lagged.";
    const { id } = await newTrip(ann, { destination: destination(lore) });
    expect(await coverOf(ann, id)).toMatchObject({ picture: null, isPending: true });
    lore.remark.text = null;
    expect(await coverOf(ann, id)).toMatchObject({ isPending: false });
  });
});

describe("whoever holds an invite", () => {
  test("sees the cover by its token alone, and no stop; once it ends, nothing", async () => {
    const destination = newDestination(lore);
    const trip = await newTrip(ann, { destination });
    await newStop(ann, trip, { place: { lat: 1, lng: 2 } });
    const { token, id } = await newInvite(ann, trip.id);
    const ofInvite = () => send(coversApi.ofInvite, { params: { token } });
    const cover = TripCover.parse((await ofInvite()).body);
    expect(cover.map).toEqual({ destination: { lat: destination.lat, lng: destination.lng }, stops: [] });
    expect(cover.picture?.path).toBe(`/api/uploads/invites/${token}/cover/picture?key=${keyOf(cover)}`);
    expect((await readPicture(null, cover)).status).toBe(200);
    await send(invitesApi.revoke, { params: { tripId: trip.id, inviteId: id }, token: ann.token });
    const gone = "This invite no longer works. Ask for a new link.";
    expectRefused(await ofInvite(), 410, "INVITE_GONE", gone);
    expect((await readPicture(null, cover)).status).toBe(410);
  });

  test("of another trip reads no picture of this one", async () => {
    const [trip, other] = await Promise.all([newTrip(ann), newTrip(ann)]);
    await giveCover(ann, trip);
    const key = keyOf(await coverOf(ann, trip.id));
    const { token } = await newInvite(ann, other.id);
    expectAbsent(await send(coversApi.pictureOfInvite, { params: { token }, query: { key } }), "picture");
    const params = { tripId: trip.id };
    const stranger = await newPerson();
    expectAbsent(await send(coversApi.picture, { params, query: { key }, token: stranger.token }), "trip");
  });
});
