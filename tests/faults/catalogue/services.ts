import { isDeepStrictEqual } from "node:util";
import { call } from "#lib/client/base/api.ts";
import { legsApi } from "#lib/shared/api/legs.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { type Fault, seeHealth, seeRefusals, seeWritesPass, type FaultContext } from "../harness/fault.ts";
import { beginSignUp, type SigningUp } from "../harness/people.ts";
import { expectWithin } from "../harness/polling.ts";

const FAILED =
  "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 9\r\nconnection: close\r\n\r\nnot today";

/**
 * Checks that requests with a rate limit are refused with a time to retry: a sign-up, an upload, a comment and the
 * writes queued behind it.
 */
async function seeLimitsRefused(stage: FaultContext): Promise<void> {
  const { world } = stage;
  const { response } = await beginSignUp(world.app.url, world.others.mail);
  const [status, retryAfter] = [response.status, response.headers.get("retry-after")];
  if (status !== 503 || retryAfter === null)
    throw new Error(`Without the store of limits a sign-up got ${status}, Retry-After ${retryAfter}.`);
  await seeRefusals(stage, stage.isLong ? 100 : 6);
}

const redisGone: Fault = {
  name: "redis-gone",
  what: "Redis dies and is started again",
  inject: ({ world }) => world.others.redis.kill(),
  during: seeLimitsRefused,
  heal: ({ world }) => world.others.redis.start(),
};

const redisSilent: Fault = {
  name: "redis-silent",
  what: "Redis takes connections and says nothing",
  inject: async ({ world }) => world.others.redis.suspend(),
  during: seeLimitsRefused,
  heal: async ({ world }) => world.others.redis.resume(),
};

const bucketFails: Fault = {
  name: "storage-fails",
  what: "the bucket answers every request with 500",
  storage: "bucket",
  inject: async ({ world }) => world.others.links.bucket.set({ kind: "answers", bytes: FAILED }),
  async during(stage) {
    await seeRefusals(stage, 2);
    await seeWritesPass(stage, 20);
  },
  heal: async ({ world }) => world.others.links.bucket.set({ kind: "open" }),
};

const bucketSilent: Fault = {
  name: "storage-silent",
  what: "the bucket takes connections and says nothing",
  storage: "bucket",
  inject: async ({ world }) => world.others.links.bucket.set({ kind: "frozen" }),
  async during(stage) {
    await seeWritesPass(stage, stage.isLong ? 1500 : 60);
    if (stage.isLong) await seeRefusals(stage, 1);
  },
  heal: async ({ world }) => world.others.links.bucket.set({ kind: "open" }),
};

const bucketHalf: Fault = {
  name: "storage-half-written",
  what: "uploads break off half-way to the bucket",
  storage: "bucket",
  inject: async ({ world }) => world.others.links.bucket.set({ kind: "half", bytes: 900 }),
  async during({ world }) {
    await expectWithin("uploads are broken off", () => world.others.links.bucket.harmed() >= 3);
  },
  heal: async ({ world }) => world.others.links.bucket.set({ kind: "open" }),
};

const uploadsFull: Fault = {
  name: "uploads-full",
  what: "the disk of uploads has no byte left",
  storage: "disk",
  missing: ({ uploads }) => (uploads ? null : "nobody may mount a small disk here (root may)"),
  inject: async ({ world }) => world.uploads?.fill(),
  async during(stage) {
    await seeRefusals(stage, 2);
    await seeHealth(stage, "storage", "down");
    await seeWritesPass(stage, 20);
  },
  async heal({ world }) {
    world.uploads?.clear();
    // The service warns although space was freed: the test's whole disk is smaller than the warning's threshold.
    const isWarned = async (): Promise<boolean> =>
      isDeepStrictEqual(Object(await world.health()).warnings, ["little-space"]);
    await expectWithin("/api/health warns of little space", isWarned, 15_000);
  },
};

let signingUp: SigningUp | undefined;

const mailSilent: Fault = {
  name: "mail-silent",
  what: "the mail provider takes connections and says nothing",
  inject: async ({ world }) => world.others.links.mail.set({ kind: "frozen" }),
  async during(stage) {
    const { world } = stage;
    signingUp = await beginSignUp(world.app.url, world.others.mail);
    const { status } = signingUp.response;
    if (status !== 200) throw new Error(`A sign-up got ${status} while its mail could not leave.`);
    await seeWritesPass(stage, stage.isLong ? 800 : 40);
  },
  async heal({ world }) {
    world.others.links.mail.set({ kind: "open" });
    const { email, finish } = signingUp ?? (await beginSignUp(world.app.url, world.others.mail));
    await finish();
    const mails = world.others.mail.sent().filter(({ to }) => to === email);
    if (mails.length !== 1) throw new Error(`${mails.length} mails came in place of one.`);
  },
};

/**
 * Checks that endpoints still answer while the servers of places, routes and rates are silent: with less content, or
 * with the mark that the missing content is pending.
 */
async function seeAnswersWithout(stage: FaultContext): Promise<void> {
  const [trip] = stage.scene.trips;
  const [viewer] = trip?.viewers ?? [];
  if (!trip || !viewer) throw new Error("Nobody plans anything.");
  const dayId = viewer.session.store.trip.days.at(-1)?.id ?? "";
  const params = { tripId: trip.id };
  const options = { ...viewer.reach, signal: AbortSignal.timeout(20_000) };
  for (const place of [
    { lat: 35.68, lng: 139.76 },
    { lat: 35.7, lng: 139.77 },
  ])
    await call(stopsApi.create, { params, body: { name: "On the way", dayId, place } }, options);
  const { data } = await call(legsApi.list, { params: { ...params, dayId } }, options);
  if (data.legs.length === 0) throw new Error("There are no estimates while the routing server is silent.");
  await call(placesApi.search, { query: { q: "Kiyomizu" } }, options).catch((error: unknown) => {
    const status = typeof error === "object" && error !== null ? Reflect.get(error, "status") : error;
    if (status !== 503)
      throw new Error(`A search without its server got ${String(status)}.`, { cause: error });
  });
  await seeWritesPass(stage, stage.isLong ? 800 : 60);
}

const providersSilent: Fault = {
  name: "providers-silent",
  what: "the servers of places, routes and rates say nothing",
  async inject({ world }) {
    const { places, routes, rates } = world.others.links;
    for (const link of [places, routes, rates]) link.set({ kind: "frozen" });
  },
  during: seeAnswersWithout,
  async heal({ world }) {
    const { places, routes, rates } = world.others.links;
    for (const link of [places, routes, rates]) link.set({ kind: "open" });
  },
};

export const serviceFaults: readonly Fault[] = [
  redisGone,
  redisSilent,
  bucketFails,
  bucketSilent,
  bucketHalf,
  uploadsFull,
  mailSilent,
  providersSilent,
];
