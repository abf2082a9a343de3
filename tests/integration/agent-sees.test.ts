// @alone @long: sets the environment, which the service reads once; models with image input
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import sharp from "sharp";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { type ChatMessage, textOf } from "#tests/doubles/chat-shapes.ts";
import { mediaPath } from "#tests/doubles/street-media.ts";
import { worldOf, type WorldPhoto } from "#tests/doubles/street-world.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as } from "#tests/factories/trips.ts";
import { ask, askAndWait, messages, useAgentModel } from "#tests/helpers/agent.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";

/* These tests cover the pictures that a model with image input receives. */

process.env["AGENT_SEES_IMAGES"] = "true";
const imagery = await useStreetView({ STREET_VIEW_TIMEOUT_MS: "6000" });
const model = await useAgentModel();
afterAll(() => model.stop());
beforeEach(() => model.reset());

const METER = 1 / 111_195;
let fresh = 0;

/** Returns photos at a new point, nearest first. The point must be new because search results are cached. */
function photosSomewhere(count: number) {
  fresh += 1;
  const at = { lat: 30 + fresh / 10, lng: 20 };
  const photos = Array.from({ length: count }, (_, n): WorldPhoto => {
    const place = { lat: at.lat + (5 + n) * METER, lng: at.lng };
    return { id: `${fresh}${n}1`, ...place, isPano: false, capturedAt: 1_700_000_000_000, compassAngle: 90 };
  });
  imagery.world(worldOf(photos));
  return { at, photos };
}

function looksAt(...points: object[]) {
  return { toolCalls: points.map((args) => ({ name: "look_at_street", args })) };
}

/** Returns the pictures of a request to the model, with the role of their message and the text before them. */
function picturesIn(sent: readonly ChatMessage[]) {
  return sent.flatMap(({ role, content }) => {
    if (typeof content === "string" || !content) return [];
    return content.flatMap(({ image_url: image }, index) =>
      image ? [{ role, label: content[index - 1]?.text, url: image.url }] : [],
    );
  });
}

function pictures(request = -1) {
  return picturesIn(model.requests.at(request)?.body.messages ?? []);
}

/** Returns the results of tools that the model received. */
function told(): { images?: { photo?: number }[] }[] {
  const sent = model.requests.at(-1)?.body.messages ?? [];
  return sent.filter(({ role }) => role === "tool").map((message) => JSON.parse(textOf(message)) as object);
}

/** Returns everything that is stored of a trip's agent. */
async function kept(tripId: string): Promise<string> {
  const { rows } = await freshDatabase().pool.query<{ text: string }>(
    `select e::text as text from agent_events e where trip_id = $1
     union all select m::text from agent_messages m where trip_id = $1
     union all select t::text from agent_threads t where trip_id = $1`,
    [tripId],
  );
  return rows.map(({ text }) => text).join("\n");
}

describe("flat photos that were found", () => {
  test("are shown once as pictures under their numbers, and kept nowhere", async () => {
    const { tripId, editor } = await newTripFixture();
    const { at } = photosSomewhere(5);
    model.script([looksAt(at), { toolCalls: [{ name: "read_trip" }] }, { text: "A street." }]);
    const reply = await askAndWait(editor, tripId, "What does it look like?");
    expect(reply.run?.status).toBe("done");
    expect(told()[0]?.images?.map(({ photo }) => photo)).toEqual([1, 2, 3, undefined, undefined]);
    const [first, ...others] = pictures(1);
    expect(first).toMatchObject({ role: "user", label: "Photo 1" });
    expect(others.map(({ label }) => label)).toEqual(["Photo 2", "Photo 3"]);
    const bytes = Buffer.from(first?.url.replace("data:image/jpeg;base64,", "") ?? "", "base64");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1024, height: 768 });
    // All later requests of this run contain the same picture, and the next run contains none.
    expect(pictures()).toEqual([first, ...others]);
    expect(imagery.mediaRequests).toHaveLength(3);
    model.script([{ text: "Yes." }]);
    await askAndWait(editor, tripId, "Sure?");
    expect(pictures()).toEqual([]);
    const rows = await kept(tripId);
    expect(rows).toContain("grounding");
    expect(rows).not.toContain("base64");
    expect(rows).not.toContain(bytes.toString("base64").slice(0, 60));
  });

  test("are at most six in one run", async () => {
    const { tripId, editor } = await newTripFixture();
    const { at } = photosSomewhere(5);
    model.script([looksAt(at, at), looksAt(at), { text: "Enough." }]);
    await askAndWait(editor, tripId, "Look, and look again.");
    expect(pictures().map(({ label }) => label)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Photo ${n}`));
    expect(told().map(({ images = [] }) => images.filter(({ photo }) => photo).length)).toEqual([3, 3, 0]);
  });
});

test("a picture is guessed at as one, not by its bytes, from a server that tells no tokens", async () => {
  const { tripId, editor } = await newTripFixture();
  const { at } = photosSomewhere(3);
  model.script([looksAt(at), { text: "A street.", usage: null }]);
  await askAndWait(editor, tripId, "What does it look like?");
  const { rows } = await freshDatabase().pool.query<{ tokens: number }>(
    "select input_tokens::int as tokens from agent_runs where trip_id = $1",
    [tripId],
  );
  expect(pictures()).toHaveLength(3);
  const letters = JSON.stringify(model.requests.at(-1)?.body.tools).length;
  expect(rows[0]?.tokens).toBeGreaterThan(3 * 1500 + letters / 5);
  expect(rows[0]?.tokens).toBeLessThan(3 * 1500 + letters);
});

describe("is never shown", () => {
  test("a panorama, whichever part of the provider calls it flat", async () => {
    const { tripId, editor } = await newTripFixture();
    const { at, photos } = photosSomewhere(3);
    const [one, two, three] = photos;
    const sphere = { ...at, id: "9991", isPano: true, capturedAt: 0, compassAngle: 0 };
    const known = worldOf(photos);
    imagery.world({ ...known, find: (id) => (id === sphere.id ? sphere : known.find(id)) });
    // The provider now says that the photo is a panorama.
    imagery.script(({ url }) =>
      url.pathname === `/${one?.id}`
        ? {
            status: 200,
            body: {
              id: one?.id,
              is_pano: true,
              thumb_1024_url: `http://${imagery.host}/media/photo/1024/9991`,
            },
          }
        : null,
    );
    // The photo's bytes are a panorama, but the provider does not say so.
    const path = mediaPath("photo", 1024, sphere.id, Date.now() + 60_000);
    imagery.media((photo) => (photo.id === two?.id ? new URL(`http://${imagery.host}${path}`) : "photo"));
    model.script([looksAt(at), { text: "One." }]);
    await askAndWait(editor, tripId, "Look.");
    expect(pictures().map(({ label }) => label)).toEqual(["Photo 1"]);
    expect(told()[0]?.images?.map(({ photo }) => photo)).toEqual([undefined, undefined, 1]);
    const asked = imagery.mediaRequests.map(({ url }) => url.pathname.split("/").at(-1));
    expect(new Set(asked)).toEqual(new Set([three?.id, sphere.id]));
  });

  test.each(["too-long", "endless", "html", "svg", "mislabelled", "redirect", "gone"] as const)(
    "what is %s, and the run goes on",
    async (kind) => {
      const { tripId, editor } = await newTripFixture();
      const { at, photos } = photosSomewhere(2);
      imagery.media(({ id }) => (id === photos[0]?.id ? kind : "photo"));
      model.script([looksAt(at), { text: "Well." }]);
      const reply = await askAndWait(editor, tripId, "Look.");
      expect(reply.run?.status).toBe("done");
      expect(told()[0]?.images?.map(({ photo }) => photo)).toEqual([undefined, 1]);
      expect(pictures()).toHaveLength(1);
    },
  );
});

test("a run that is stopped while photos are on their way has ended within a second", async () => {
  const { tripId, editor } = await newTripFixture();
  const { at } = photosSomewhere(2);
  imagery.media(() => "hang");
  model.script([looksAt(at), { text: "Late." }]);
  await ask(editor, tripId, "Look.");
  await expect.poll(() => imagery.mediaRequests.length).toBe(2);
  const begin = performance.now();
  await call(agentApi.cancel, { params: { tripId } }, as(editor));
  await awaitDeferredWork();
  expect(performance.now() - begin).toBeLessThan(1000);
  const [reply] = await messages(editor, tripId);
  expect(reply?.run?.status).toBe("cancelled");
  expect(model.requests).toHaveLength(1);
  await expect.poll(() => imagery.mediaRequests.every(({ abortedAt }) => abortedAt !== null)).toBe(true);
});
