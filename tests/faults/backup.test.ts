// @long: starts two whole services, for what tests/integration/backup.test.ts tries on databases
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, type CallOptions } from "#lib/client/base/api.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { signUp } from "#tests/helpers/app-client.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { embeddedDatabaseEnv, runOperation } from "#tests/helpers/operations.ts";

const folder = mkdtempSync(join(tmpdir(), "wayfare-moved-"));
const file = join(folder, "wayfare.tar.gz");
const moved = join(folder, "machine");
const BYTES = newPdf({ text: "京都" });

let app: App;
let me: CallOptions;

beforeAll(async () => {
  app = await startApp();
  me = { baseUrl: app.url, token: (await signUp(app)).token };
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answers {
  trip: unknown;
  events: unknown;
  balances: unknown;
  file: Uint8Array;
}

/** Returns the service's answers about a trip in its state after an event. */
async function answersAt(tripId: string, attachmentId: string, seq: number): Promise<Answers> {
  const params = { tripId };
  const { events } = (await call(eventsApi.list, { params, query: { after: 0, limit: 200 } }, me)).data;
  const path = attachmentsApi.read.path.replace("{tripId}", tripId).replace("{attachmentId}", attachmentId);
  const headers = { authorization: `Bearer ${me.token ?? ""}` };
  const sent = await fetch(new URL(path, app.url), { headers });
  expect(sent.status).toBe(200);
  return {
    trip: (await call(tripsApi.snapshot, { params, query: { seq } }, me)).data,
    events: events.filter((event) => event.seq <= seq),
    balances: (await call(moneyApi.balances, { params }, me)).data,
    file: new Uint8Array(await sent.arrayBuffer()),
  };
}

test("a machine that is backed up while it runs comes up elsewhere as it was, for whoever is signed in", async () => {
  const dates = { startDate: "2027-04-05", endDate: "2027-04-07" };
  const { data: trip } = await call(
    tripsApi.create,
    { body: { title: "京都", currency: "JPY", ...dates } },
    me,
  );
  const params = { tripId: trip.id };
  const memberId = trip.members[0]?.id ?? "";
  const parts = [{ memberId }];
  const money = {
    amount: 1001,
    currency: "JPY",
    payers: [{ memberId, amount: 1001 }],
    split: { mode: "equal" as const, parts },
  };
  await call(expensesApi.create, { params, body: { title: "Dinner", money } }, me);
  const query = { target: `trip:${trip.id}`, name: "ticket.pdf" };
  const { data: attachment } = await call(
    attachmentsApi.upload,
    { params, query, file: new Blob([BYTES]) },
    me,
  );

  const done = new AbortController();
  const backup = runOperation("backup", [file], embeddedDatabaseEnv(app.dataDir)).finally(() => done.abort());
  for (let count = 0; !done.signal.aborted && count < 150; count++) {
    await call(stopsApi.create, { params, body: { name: `Stop ${count}`, dayId: null } }, me);
  }
  expect(await backup).toMatchObject({ code: 0, err: "" });
  const refused = await runOperation("restore", [file, "--replace"], embeddedDatabaseEnv(app.dataDir));
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("stop it first");
  const examined = await runOperation("doctor", [], embeddedDatabaseEnv(app.dataDir));
  expect(examined).toMatchObject({ code: 0, err: "" });
  expect(examined.out).toContain("and know the secret");

  expect(await runOperation("restore", [file], embeddedDatabaseEnv(moved))).toMatchObject({
    code: 0,
    err: "",
  });
  const there = await startApp({ dataDir: moved });
  const before = { app, me };
  try {
    const restored = { baseUrl: there.url, ...(me.token !== undefined && { token: me.token }) };
    const { data: now } = await call(tripsApi.get, { params }, restored);
    const expected = await answersAt(trip.id, attachment.id, now.seq);
    [app, me] = [there, restored];
    expect(await answersAt(trip.id, attachment.id, now.seq)).toEqual(expected);
    expect(Buffer.from(expected.file).equals(BYTES)).toBe(true);
    const written = await call(stopsApi.create, { params, body: { name: "Next", dayId: null } }, restored);
    expect(written.data.name).toBe("Next");
    expect((await call(tripsApi.get, { params }, restored)).data.seq).toBe(now.seq + 1);
    expect(await runOperation("admin", ["check"], embeddedDatabaseEnv(moved))).toMatchObject({
      code: 0,
      err: "",
    });
  } finally {
    ({ app, me } = before);
    await there.stop();
  }
});
