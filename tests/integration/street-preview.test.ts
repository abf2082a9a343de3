// @alone @long: sets the environment, which the service reads once; previews of street photos
import { describe, expect, test } from "vitest";
import { openPreview } from "#lib/server/street-view/read-street-image.ts";
import { opaqueId } from "#lib/server/street-view/opaque-ids.ts";
import { streetViewApi } from "#lib/shared/api/street-view.ts";
import type { AnswerOverride } from "#tests/doubles/street-imagery.ts";
import type { MediaFault } from "#tests/doubles/street-media.ts";
import { badToken } from "#tests/doubles/street-refusals.ts";
import { worldOf, type WorldPhoto } from "#tests/doubles/street-world.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newTrip } from "#tests/factories/trips.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectRefused, expectUnauthenticated } from "#tests/helpers/refusals.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";
import { ctxOf } from "#tests/helpers/context.ts";

const imagery = await useStreetView({ STREET_VIEW_TIMEOUT_MS: "4000" });
const TRY_AGAIN = "Street photos can't be reached at this moment. Try again.";
const NOT_NOW = "Street photos can't be shown at this moment.";

function photo(id: string, isPano = false): WorldPhoto {
  return { id, lat: 48.8, lng: 2.3, isPano, capturedAt: 1_700_000_000_000, compassAngle: 90 };
}

/* The last digit of a photo's number decides its format. */
const [JPEG, PNG, WEBP, PANORAMA] = [photo("101"), photo("103"), photo("107"), photo("201", true)];

async function newPlace() {
  imagery.world(worldOf([JPEG, PNG, WEBP, PANORAMA]));
  const owner = await newPerson();
  const { id: tripId } = await newTrip(owner);
  const params = ({ id }: WorldPhoto) => ({ tripId, imageId: opaqueId(tripId, "primary", id) });
  const pathOf = (one: WorldPhoto) =>
    `/api/trips/${tripId}/street-view/images/${params(one).imageId}/preview`;
  return {
    owner,
    tripId,
    params,
    preview: (one = JPEG) => send(streetViewApi.preview, { params: params(one), token: owner.token }),
    fetchPreview: (one = JPEG, headers: Record<string, string> = {}, method = "GET") =>
      handlerFetch(pathOf(one), { method, headers: { authorization: `Bearer ${owner.token}`, ...headers } }),
  };
}

const sizesAsked = () => imagery.mediaRequests.map(({ url }) => url.pathname.split("/")[3]);

describe("who may see a photo", () => {
  test("nobody without a session, no stranger, and every member", async () => {
    const { tripId, guest, stranger } = await newTripFixture();
    imagery.world(worldOf([JPEG]));
    const params = { tripId, imageId: opaqueId(tripId, "primary", JPEG.id) };
    expectUnauthenticated(await send(streetViewApi.preview, { params }));
    expectAbsent(await send(streetViewApi.preview, { params, token: stranger.token }), "trip");
    expect(imagery.requests).toEqual([]);
    expect((await send(streetViewApi.preview, { params, token: guest.token })).status).toBe(200);
  });

  test("the agent sees flat ones alone: of a panorama not a byte is asked for", async () => {
    const { owner, params } = await newPlace();
    await expect(openPreview(ctxOf(owner), params(PANORAMA), "agent")).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "Panoramas are for browsers alone.",
    });
    expect(imagery.mediaRequests).toEqual([]);
    const flat = await openPreview(ctxOf(owner), params(JPEG), "agent");
    expect(flat.contentType).toBe("image/jpeg");
    expect((await openPreview(ctxOf(owner), params(PANORAMA))).contentType).toBe("image/jpeg");
  });
});

describe("a photo's bytes", () => {
  test.each([
    ["image/jpeg", JPEG, "\u00ff\u00d8\u00ff"],
    ["image/png", PNG, "\u0089PNG"],
    ["image/webp", WEBP, "RIFF"],
  ])("%s goes out as what it is", async (type, one, head) => {
    const { fetchPreview } = await newPlace();
    const response = await fetchPreview(one);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString("latin1", 0, head.length)).toBe(head);
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
  });

  test("may be kept by the browser alone, for fifteen minutes, and can do nothing there", async () => {
    const { preview } = await newPlace();
    const { headers } = await preview();
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, max-age=900",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      vary: expect.stringContaining("authorization, cookie"),
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    expect(JSON.stringify(Object.fromEntries(headers))).not.toContain(imagery.host);
  });

  test("are not sent again to who has them", async () => {
    const { fetchPreview } = await newPlace();
    const etag = (await fetchPreview()).headers.get("etag") ?? "";
    const again = await fetchPreview(JPEG, { "if-none-match": etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect(again.headers.get("cache-control")).toBe("private, max-age=900");
    expect((await fetchPreview(PNG, { "if-none-match": etag })).status).toBe(200);
    const head = await fetchPreview(JPEG, {}, "HEAD");
    expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: "" });
  });

  test("come by a fresh address each time, without the provider's token", async () => {
    const { preview } = await newPlace();
    await preview();
    await preview();
    expect(imagery.requests).toHaveLength(2);
    for (const { url } of imagery.requests)
      expect(url.searchParams.get("fields")).toContain("thumb_1024_url");
    expect(imagery.mediaRequests).toHaveLength(2);
    for (const { url, headers } of imagery.mediaRequests) {
      expect(headers.authorization).toBeUndefined();
      expect(JSON.stringify([url.href, headers])).not.toContain(imagery.token);
    }
  });

  test("of a panorama are the large ones, unless those are more than 2 MiB or missing", async () => {
    const { preview } = await newPlace();
    await preview(PANORAMA);
    expect(sizesAsked()).toEqual(["2048"]);
    imagery.mediaRequests.length = 0;
    imagery.media((_, size) => (size === 2048 ? "too-long" : "photo"));
    expect((await preview(PANORAMA)).status).toBe(200);
    expect(sizesAsked()).toEqual(["2048", "1024"]);
    imagery.mediaRequests.length = 0;
    imagery.media((_, size) => (size === 2048 ? null : "photo"));
    expect((await preview(PANORAMA)).status).toBe(200);
    expect(sizesAsked()).toEqual(["1024"]);
  });

  test("of a flat one are the middle ones", async () => {
    const { preview } = await newPlace();
    await preview(JPEG);
    expect(sizesAsked()).toEqual(["1024"]);
  });
});

describe("a photo that can't be shown", () => {
  test.each<[string, MediaFault, number]>([
    ["is a page that says it is a picture", "html", 1],
    ["is a drawing", "svg", 1],
    ["is of another format than it says", "mislabelled", 1],
    ["says that it is longer than 2 MiB", "too-long", 1],
    ["is longer than 2 MiB, and does not say so", "endless", 1],
    ["leads elsewhere", "redirect", 1],
    ["is gone", "gone", 1],
  ])("because it %s is absent, however often it is asked for", async (_, media, requests) => {
    const { preview } = await newPlace();
    imagery.media(() => media);
    expectRefused(await preview(), 404, "NOT_FOUND", "This street photo can't be shown.");
    expect(imagery.mediaRequests).toHaveLength(requests);
    await expect
      .poll(() => imagery.mediaRequests.every(({ status, abortedAt }) => status ?? abortedAt))
      .toBe(true);
  });

  test("because it has no picture is absent", async () => {
    const { preview } = await newPlace();
    imagery.media(() => null);
    expectRefused(await preview(), 404, "NOT_FOUND", "This street photo can't be shown.");
  });

  test.each<[string, MediaFault]>([
    ["has expired", "expired"],
    ["fails", "broken"],
    ["breaks off", "reset"],
    ["is silent", "hang"],
  ])(
    "because its address %s may be asked for again, by the client: the service does not",
    async (_, media) => {
      const { preview } = await newPlace();
      imagery.media(() => media);
      const details = { retryable: true };
      expectRefused(await preview(), 503, "UNAVAILABLE", TRY_AGAIN, { details });
      expect(imagery.mediaRequests).toHaveLength(1);
      imagery.media(null);
      expect((await preview()).status).toBe(200);
    },
  );
});

describe("a provider in trouble", () => {
  test.each<[string, AnswerOverride, number, number]>([
    ["503 once", { status: 503 }, 1, 200],
    ["503 twice", { status: 503 }, 2, 503],
    ["a broken connection", "reset", 1, 200],
  ])("%s: the photo's address is asked for once more", async (_, act, times, status) => {
    const { preview } = await newPlace();
    let left = times;
    imagery.script(() => (left-- > 0 ? act : null));
    expect((await preview()).status).toBe(status);
    expect(imagery.requests).toHaveLength(2);
  });

  test("a bad token is not tried again", async () => {
    const { preview } = await newPlace();
    imagery.script(() => badToken(true));
    expectRefused(await preview(), 503, "UNAVAILABLE", NOT_NOW, { details: { retryable: false } });
    expect(imagery.requests).toHaveLength(1);
  });
});
