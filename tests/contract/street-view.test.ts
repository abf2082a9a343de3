import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { distanceMeters } from "#lib/shared/legs.ts";
import { type StreetImagery, type StreetRequest, startStreetImagery } from "#tests/doubles/street-imagery.ts";
import { tooManyImages, badToken } from "#tests/doubles/street-refusals.ts";
import type { App } from "#tests/helpers/app.ts";
import { type Answer, HttpClient, textAt, valueAt } from "./http-client.ts";
import { startOther } from "./other-service.ts";
import { expectOk, newNativePerson, type Person } from "./people.ts";
import { newTrip } from "./trips.ts";

/* These tests use an instance with street view on, whose provider is a double that records requests. */

let imagery: StreetImagery;
let service: App;
let ann: Person;
let base: string;

beforeAll(async () => {
  imagery = await startStreetImagery();
  service = await startOther("street-view", {
    STREET_VIEW_PROVIDER: "primary",
    STREET_IMAGERY_ACCESS_TOKEN: imagery.token,
    STREET_IMAGERY_API_URL: imagery.url,
    STREET_IMAGERY_MEDIA_HOSTS: imagery.host,
  });
  ann = await newNativePerson({}, { url: service.url });
  base = `/api/trips/${textAt(await newTrip(ann.client), "id")}/street-view`;
});

beforeEach(() => imagery.reset());

afterAll(async () => {
  await service.stop();
  await imagery.stop();
});

let places = 0;
/** Returns a point that no other test uses, so that nothing of it is cached. */
function somewhere(more = ""): string {
  places += 1;
  return `${base}/images?lat=${38.7 + places / 50}&lng=-9.14${more}`;
}

function search(more = ""): Promise<Answer> {
  return ann.client.get(somewhere(more));
}

interface Image {
  id: string;
  kind: string;
  lat: number;
  lng: number;
  previewUrl: string;
}

function imagesOf(answer: Answer): Image[] {
  // The body has the documented fields; a missing one fails the tests that read it.
  return valueAt(expectOk(answer), "images") as Image[];
}

function sidesOf({ url }: StreetRequest): number[] {
  const [west = 0, south = 0, east = 0, north = 0] = (url.searchParams.get("bbox") ?? "")
    .split(",")
    .map(Number);
  const lat = (south + north) / 2;
  return [
    distanceMeters({ lat, lng: west }, { lat, lng: east }),
    distanceMeters({ lat: south, lng: west }, { lat: north, lng: west }),
  ];
}

describe("Street view", () => {
  test("Street view › all require trip membership: 401 without a session, 404 for a stranger, nothing asked", async () => {
    const stranger = await newNativePerson({}, { url: service.url });
    const paths = ["/images?lat=1&lng=1", "/images/x", "/images/x/preview", "/viewer-config"];
    for (const path of paths) {
      expect((await new HttpClient({ url: service.url }).get(base + path)).status).toBe(401);
      expect((await stranger.client.get(base + path)).status).toBe(404);
    }
    expect(imagery.requests).toEqual([]);
  });

  test("Street view › all require trip membership: 404 for who only reads the demo trip", async () => {
    const trips = [valueAt(await ann.client.get("/api/trips"))].flat();
    const demo = trips.find((trip) => Object(trip).isDemo);
    for (const path of ["/images?lat=1&lng=1", "/images/x", "/images/x/preview", "/viewer-config"]) {
      const answer = await ann.client.get(`/api/trips/${Object(demo).id}/street-view${path}`);
      expect([answer.status, textAt(answer, "code")]).toEqual([404, "NOT_FOUND"]);
    }
    expect(imagery.requests).toEqual([]);
  });

  test("Street view › GET images: outcome, completeness, counts, panorama availability, images with opaque ids", async () => {
    const answer = await search();
    expect(answer.body).toMatchObject({
      outcome: "found",
      completeness: "complete",
      candidateCount: expect.any(Number),
      resultCount: 5,
      panoramaAvailable: true,
    });
    for (const { id } of imagesOf(answer)) expect(id).not.toMatch(/^\d+$/);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("Street view › GET image: one normalized image", async () => {
    const [image] = imagesOf(await search());
    const answer = expectOk(await ann.client.get(`${base}/images/${image?.id}`));
    expect(answer.body).toMatchObject({ id: image?.id, kind: image?.kind, lat: image?.lat, lng: image?.lng });
  });

  test("Street view › GET preview: JPEG, PNG or WebP, private-cacheable for 15 minutes", async () => {
    const [image] = imagesOf(await search());
    const answer = expectOk(await ann.client.get(image?.previewUrl ?? ""));
    expect(answer.headers.get("content-type")).toMatch(/^image\/(jpeg|png|webp)$/);
    expect(answer.headers.get("cache-control")).toBe("private, max-age=900");
  });

  test("Street view › GET viewer-config: viewer configuration", async () => {
    expect(expectOk(await ann.client.get(`${base}/viewer-config`)).body).toMatchObject({ enabled: true });
  });

  test("Street view › provider URLs and tokens are never exposed", async () => {
    const found = await search();
    const [image] = imagesOf(found);
    const one = await ann.client.get(`${base}/images/${image?.id}`);
    const config = await ann.client.get(`${base}/viewer-config`);
    imagery.script(() => badToken(true));
    const refused = await search();
    const told = [found, one, config, refused].map(
      ({ text, headers }) => text + JSON.stringify([...headers]),
    );
    for (const text of [...told, service.log()]) {
      expect(text).not.toContain(imagery.host);
      expect(text).not.toContain(imagery.token);
    }
  });
});

describe("Street view: search rules", () => {
  test("Search rules › the bounding box is filtered to the requested circle", async () => {
    for (const { lat, lng } of imagesOf(await ann.client.get(`${base}/images?lat=38.5&lng=-9&limit=10`))) {
      expect(distanceMeters({ lat: 38.5, lng: -9 }, { lat, lng })).toBeLessThanOrEqual(100);
    }
  });

  test("Search rules › results are ranked deterministically, whatever order the provider has", async () => {
    const ids = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      // Each search has another radius, so that the provider is called again.
      const answer = await ann.client.get(`${base}/images?lat=38.4&lng=-9&radiusMeters=${300 + round}`);
      ids.add(
        imagesOf(answer)
          .map(({ id }) => id)
          .join(),
      );
    }
    expect(imagery.requests).toHaveLength(40);
    expect(ids.size).toBe(1);
  });

  test("Search rules › preview URLs are trip-scoped and same-origin", async () => {
    for (const { previewUrl } of imagesOf(await search()))
      expect(previewUrl.startsWith(`${base}/images/`)).toBe(true);
    const [image] = imagesOf(await search());
    const other = textAt(await newTrip(ann.client), "id");
    const elsewhere = image?.previewUrl.replace(/trips\/[^/]+/, `trips/${other}`) ?? "";
    expect((await ann.client.get(elsewhere)).status).toBe(404);
  });

  test("Search rules › street view is disabled when `STREET_VIEW_PROVIDER` is unset", async () => {
    const { client } = await newNativePerson();
    const path = `/api/trips/${textAt(await newTrip(client), "id")}/street-view`;
    for (const each of ["/images?lat=1&lng=1", "/images/x", "/images/x/preview"]) {
      const answer = await client.get(path + each);
      expect([answer.status, textAt(answer, "code")]).toEqual([404, "STREET_VIEW_DISABLED"]);
    }
    expect((await client.get(`${path}/viewer-config`)).body).toEqual({ enabled: false });
  });
});

const isPano = ({ url }: StreetRequest) => url.searchParams.get("is_pano") === "true";

describe("Street view: errors", () => {
  test("Errors › street view density: the cell is split and asked for again", async () => {
    imagery.density(15);
    expect((await search()).body).toMatchObject({ completeness: "complete" });
    expect(imagery.requests.length).toBeGreaterThan(2);
  });

  test("Errors › street view density: partial if any cell fails, thrown only when no cell of either lane was read", async () => {
    imagery.script((request) => (isPano(request) ? tooManyImages("en") : null));
    expect((await search()).body).toMatchObject({ completeness: "partial", panoramaAvailable: false });
    imagery.script(() => tooManyImages("en"));
    expect((await search()).status).toBe(503);
  });

  test.each([429, 500, 502, 503, 504])("Errors › street view busy: %i is retried once", async (status) => {
    let left = 1;
    imagery.script(() => (left-- > 0 ? { status } : null));
    expect((await search()).body).toMatchObject({ completeness: "complete" });
    expect(imagery.requests).toHaveLength(3);
  });

  test("Errors › street view busy: the network is retried once", async () => {
    let left = 1;
    imagery.script(() => (left-- > 0 ? "reset" : null));
    expect((await search()).body).toMatchObject({ completeness: "complete" });
    expect(imagery.requests).toHaveLength(3);
  });

  test.each([401, 403, 404, 400])("Errors › street view refusals: %i is never retried", async (status) => {
    imagery.script(() => ({ status }));
    expect((await search()).status).toBe(503);
    // Each kind of photo is requested once; a request that was aborted can still arrive during the next test.
    const asked = imagery.requests.map(({ url }) => url.href);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test("Errors › street view refusals: media errors are never retried", async () => {
    const [image] = imagesOf(await search());
    imagery.media(() => "broken");
    expect((await ann.client.get(image?.previewUrl ?? "")).status).toBe(503);
    expect(imagery.mediaRequests).toHaveLength(1);
  });
});

describe("Street view: limits", () => {
  test("Limits › street view default radius / limit: 100 m and 5", async () => {
    const byDefault = await search();
    expect(imagesOf(byDefault)).toHaveLength(5);
    places -= 1;
    expect((await search("&radiusMeters=100&limit=5")).body).toEqual(byDefault.body);
  });

  test("Limits › street view maximum radius / limit: 1000 m and 10; more is capped", async () => {
    const most = await search("&radiusMeters=1000&limit=10");
    expect(imagesOf(most)).toHaveLength(10);
    places -= 1;
    expect((await search("&radiusMeters=99999&limit=999")).body).toEqual(most.body);
  });

  test("Limits › street view initial cell width: at most 500 m", async () => {
    await search("&radiusMeters=1000");
    for (const side of imagery.requests.flatMap(sidesOf)) expect(side).toBeLessThanOrEqual(500.1);
  });

  test("Limits › street view request budget: 48 requests shared by a search", async () => {
    imagery.density(20);
    expect((await search("&radiusMeters=1000")).body).toMatchObject({ completeness: "partial" });
    expect(imagery.requests).toHaveLength(48);
  });

  test("Limits › street view preview size: more than 2 MiB is not shown", async () => {
    const [image] = imagesOf(await search());
    imagery.media(() => "too-long");
    expect((await ann.client.get(image?.previewUrl ?? "")).status).toBe(404);
    imagery.media(() => "endless");
    expect((await ann.client.get(image?.previewUrl ?? "")).status).toBe(404);
  });

  test("Limits › street view cache lifetime: what was found is not asked for again", async () => {
    const path = somewhere();
    const first = await ann.client.get(path);
    const asked = imagery.requests.length;
    expect((await ann.client.get(path)).body).toEqual(first.body);
    expect(imagery.requests).toHaveLength(asked);
  });
});

test("Street view › whoever hangs up, in a browser or elsewhere, ends the search within 100 ms", async () => {
  imagery.script(() => "hang");
  const headers = { authorization: `Bearer ${ann.client.token}` };
  const asked = httpRequest(new URL(somewhere("&radiusMeters=1000"), service.url), { headers });
  asked.on("error", () => undefined).end();
  await expect.poll(() => imagery.requests.length).toBe(6);
  const at = performance.now();
  asked.destroy();
  await expect.poll(() => imagery.requests.every(({ abortedAt }) => abortedAt !== null)).toBe(true);
  for (const { abortedAt } of imagery.requests) expect((abortedAt ?? Infinity) - at).toBeLessThan(100);
  expect(imagery.requests).toHaveLength(6);
});
