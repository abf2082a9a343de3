import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { findPlaces } from "#lib/server/places/find-places.ts";
import { OpenServiceClient } from "#lib/server/open-services/open-service-client.ts";
import { OPEN_SERVICES } from "#lib/server/open-services/services.ts";
import { nominatim } from "#lib/server/places/nominatim.ts";
import { photon } from "#lib/server/places/photon.ts";
import type { PlaceQuery } from "#lib/server/places/provider.ts";
import { throttledNominatim, RemotePlaces } from "#lib/server/places/remote.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { PlaceDto } from "#lib/shared/places.ts";
import { type PlacesTrouble, startPlacesServer } from "#tests/doubles/place-servers.ts";

const double = await startPlacesServer();
const DAY_MS = 24 * 60 * 60 * 1000;

afterAll(() => double.stop());
beforeEach(async () => {
  double.trouble(null);
  await awaitDeferredWork();
  double.requests.length = 0;
  await freshDatabase().pool.query("delete from open_service_answers");
});

const query = (more: Partial<PlaceQuery> = {}): PlaceQuery => ({
  text: "kiyomizu",
  near: null,
  limit: 8,
  locale: "en",
  asker: "ann",
  ...more,
});
function overPhoton(deadlineMs = 3500): RemotePlaces {
  const client = new OpenServiceClient({ ...OPEN_SERVICES.placeSearch, name: "placeSearch", deadlineMs });
  return new RemotePlaces({ url: double.url, client }, photon);
}
const overNominatim = (everyMs = 0) => new RemotePlaces(throttledNominatim(double.url, everyMs), nominatim);

const TEMPLE = {
  placeRef: "osm:way/1234",
  kind: "poi",
  lat: 34.9948,
  lng: 135.785,
  countryCode: "JP",
  timezone: "Asia/Tokyo",
  source: "OpenStreetMap",
  attribution: "© OpenStreetMap contributors",
};

test("two signs of Chinese are enough for a server that wants three letters", async () => {
  await overNominatim().search(query({ text: "故宫" }));
  expect(double.requests).toHaveLength(1);
  expect(await overNominatim().search(query({ text: "ky" }))).toBeNull();
  expect(double.requests).toHaveLength(1);
});

describe("Photon", () => {
  test("is asked by its own parameters, for roughly where, by a program that says who it is", async () => {
    await overPhoton().search(query({ near: { lat: 35.0116, lng: 135.7681 } }));
    expect(double.requests).toEqual([
      {
        path: "/api",
        params: {
          q: "kiyomizu",
          limit: "10",
          lang: "en",
          lat: "35.0",
          lon: "135.8",
          zoom: "12",
          location_bias_scale: "0.4",
        },
        userAgent: expect.stringMatching(/^Wayfare\/\d+\.\d+\.\d+ \(http:\/\/localhost:3000\)$/),
        language: "en",
        at: expect.any(Number),
      },
    ]);
  });

  test("knows sights and towns; what makes no sense in its answer is left out", async () => {
    const places = await overPhoton().search(query());
    expect(places).toEqual([
      {
        ...TEMPLE,
        name: "Kiyomizu-dera",
        category: "worship",
        region: "Kyoto Prefecture",
        town: "Kyoto",
        address: "Kiyomizu-zaka, Kyoto, Kyoto Prefecture, Japan",
      },
      expect.objectContaining({ name: "Kyoto", kind: "city", placeRef: "osm:relation/357794" }),
    ]);
    expect(PlaceDto.array().parse(places)).toHaveLength(2);
  });

  test("is not asked in a language that it may refuse", async () => {
    await overPhoton().search(query({ locale: "zh" }));
    expect(double.requests[0]).toMatchObject({
      language: "zh",
      params: expect.not.objectContaining({ lang: "zh" }),
    });
  });

  test("says nothing that takes up more than its line", async () => {
    double.trouble("odd");
    const places = await overPhoton().search(query());
    expect(places?.map(({ name, region }) => ({ name, region }))).toEqual([
      { name: "Kyoto with lines", region: null },
    ]);
  });
});

describe("Nominatim", () => {
  test("is asked by its own parameters, and answers in the reader's language", async () => {
    const near = { lat: 35.0116, lng: 135.7681 };
    const places = await overNominatim().search(query({ text: "清水寺", locale: "zh", near }));
    expect(places).toEqual([
      { ...TEMPLE, name: "清水寺", category: "worship", region: "京都府", address: "清水坂, 京都市, 日本" },
    ]);
    expect(double.requests).toMatchObject([
      {
        path: "/search",
        params: {
          q: "清水寺",
          format: "jsonv2",
          limit: "10",
          addressdetails: "1",
          "accept-language": "zh",
          viewbox: "135.3,34.5,136.3,35.5",
        },
      },
    ]);
  });

  test("is not asked for two letters", async () => {
    expect(await overNominatim().search(query({ text: "ki" }))).toBeNull();
    expect(double.requests).toEqual([]);
  });

  test("is asked one question at a time, and far enough apart", async () => {
    const places = overNominatim(200);
    const askers = ["ann", "bob", "cleo"];
    const begin = performance.now();
    await Promise.all(askers.map((asker) => places.search(query({ text: `temple of ${asker}`, asker }))));
    expect(double.requests.map(({ params }) => params.q).toSorted(byText)).toEqual(
      askers.map((asker) => `temple of ${asker}`),
    );
    // On a busy machine requests can arrive late, but none arrives before its turn.
    const [, second = 0, third = 0] = double.requests.map(({ at }) => at - begin);
    expect(second).toBeGreaterThanOrEqual(199);
    expect(third).toBeGreaterThanOrEqual(399);
  });
});

function byText(a = "", b = ""): number {
  return a < b ? -1 : 1;
}

function rows() {
  return freshDatabase().pool.query("select key, answer, expires_at from open_service_answers");
}

/** Ages the stored answers by this many days. */
async function age(days: number): Promise<void> {
  const sql = "update open_service_answers set expires_at = expires_at - $1 * interval '1 day'";
  await freshDatabase().pool.query(sql, [days]);
}

describe("an answer is kept", () => {
  test("for everyone who asks the same from about the same spot, in whatever case, also by other processes", async () => {
    const places = overPhoton();
    const near = { lat: 35.01, lng: 135.77 };
    const asked = await places.search(query({ near }));
    await awaitDeferredWork();
    expect((await rows()).rows).toEqual([
      { key: expect.stringMatching(/^placeSearch:[\w-]{43}$/), answer: asked, expires_at: expect.any(Date) },
    ]);
    expect(await places.search(query({ text: "KIYOMIZU", near: { lat: 35.02, lng: 135.76 } }))).toEqual(
      asked,
    );
    expect(await overPhoton().search(query({ asker: "bob", near, limit: 3 }))).toEqual(asked);
    expect(double.requests).toHaveLength(1);
    await overPhoton().search(query({ near: { lat: 48.86, lng: 2.35 } }));
    await overPhoton().search(query({ near, locale: "zh" }));
    expect(double.requests).toHaveLength(3);
  });

  test("asked for by many at once, it is asked for once", async () => {
    const places = overPhoton();
    const all = await Promise.all(
      Array.from({ length: 5 }, (_, n) => places.search(query({ asker: `p${n}` }))),
    );
    expect(all.every((each) => each?.length === 2)).toBe(true);
    expect(double.requests).toHaveLength(1);
  });

  test("and whoever waits for it gets it, though the one who asked first types on", async () => {
    const places = overNominatim(200);
    const before = places.search(query({ text: "in front", asker: "cleo" }));
    const first = places.search(query());
    const other = places.search(query({ asker: "bob" }));
    await before;
    const next = places.search(query({ text: "osaka" }));
    expect((await other)?.map(({ name }) => name)).toEqual(["清水寺"]);
    expect(await first).toEqual(await other);
    expect(await next).toHaveLength(1);
  });

  test("nobody asks what only one wanted who has typed on by then", async () => {
    const places = overNominatim(200);
    const before = places.search(query({ text: "in front", asker: "cleo" }));
    const typed = ["kiy", "kiyo"].map((text) => places.search(query({ text })));
    const last = places.search(query({ text: "kiyom" }));
    expect(await Promise.all(typed)).toEqual([null, null]);
    await Promise.all([before, last]);
    expect(double.requests.map(({ params }) => params.q)).toEqual(["in front", "kiyom"]);
  });

  test("for a week, after which it is asked for again; the tick sweeps it when nobody may keep it", async () => {
    await overPhoton().search(query());
    await awaitDeferredWork();
    await age(6.9);
    await overPhoton().search(query());
    expect(double.requests).toHaveLength(1);
    await age(0.2);
    await overPhoton().search(query());
    expect(double.requests).toHaveLength(2);
    await awaitDeferredWork();
    await age(6.9);
    await runTick(new Date(Date.now() + 2 * 60_000));
    expect((await rows()).rowCount).toBe(1);
    await runTick(new Date(Date.now() + DAY_MS));
    await vi.waitFor(async () => expect((await rows()).rowCount).toBe(0));
  });

  test("but no failure is", async () => {
    double.trouble("error");
    expect(await overPhoton().search(query())).toBeNull();
    await awaitDeferredWork();
    expect((await rows()).rowCount).toBe(0);
  });
});

describe("when the server fails, the embedded list answers", () => {
  test.each<PlacesTrouble>(["error", "garbage", "slow", "gone", "huge", "redirect", "busy"])(
    "%s",
    async (trouble) => {
      double.trouble(trouble);
      const places = overPhoton(500);
      const found = await findPlaces(query({ text: "kyoto" }), places);
      expect(found[0]).toMatchObject({
        name: "Kyoto",
        source: "GeoNames",
        attribution: "GeoNames, CC BY 4.0",
      });
      expect(double.requests).toHaveLength(1);
    },
  );
});

async function names(text: string): Promise<string[]> {
  return (await findPlaces(query({ text }), overPhoton())).map(({ name, source }) => `${name}, ${source}`);
}

test("what both know comes once and first, and an airport by its code before all", async () => {
  expect(await names("kyot")).toEqual([
    "Kyoto, GeoNames",
    "Kiyomizu-dera, OpenStreetMap",
    ...["Kyotera", "Kyōtanabe", "Kyōtango"].map((name) => `${name}, GeoNames`),
  ]);
  expect((await names("kix"))[0]).toBe("Kansai International Airport, OurAirports");
});

test("one place of two sources has the zone of the one, the address of the other, and both credits", async () => {
  const [kyoto] = await findPlaces(query({ text: "kyoto" }), overPhoton());
  expect(kyoto).toMatchObject({
    placeRef: "geonames:1857910",
    name: "Kyoto",
    timezone: "Asia/Tokyo",
    address: "Kyoto Prefecture, Japan",
    attribution: "GeoNames, CC BY 4.0 · © OpenStreetMap contributors",
  });
});

test("the embedded list alone asks nobody", async () => {
  const found = await findPlaces(query({ text: "kyoto" }), null);
  expect(found[0]).toMatchObject({ name: "Kyoto", attribution: "GeoNames, CC BY 4.0" });
  expect(double.requests).toEqual([]);
});
