import { beforeEach, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { freshDatabase } from "#lib/server/process/database.ts";
import { presumeSession, sessionTokens } from "#lib/server/access/session.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newMember, newTrip } from "#tests/factories/trips.ts";
import { send, type SendInput, type RawAnswer } from "#tests/helpers/handlers.ts";
import { recordStatements } from "#tests/helpers/statements.ts";

const DAY_MS = 86_400_000;

let person: Person;
let trip: TripDto;
let tripId: string;

/** Makes a first request, after which the process has the person's session in its cache. */
beforeEach(async () => {
  person = await newPerson();
  trip = await newTrip(person);
  tripId = trip.id;
  expect((await add()).status).toBe(201);
});

function add(input: Partial<SendInput> = {}): Promise<RawAnswer> {
  const body = { dayId: null, name: "Kinkaku-ji" };
  return send(stopsApi.create, { params: { tripId }, body, token: person.token, ...input });
}

async function query<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
  return (await freshDatabase().pool.query(text, values)).rows as Row[];
}

async function writersOfStops(): Promise<string[]> {
  const rows = await query<{ actor_id: string }>(
    "select actor_id from trip_events where trip_id = $1 and op = 'stop.created' order by seq",
    tripId,
  );
  return rows.map(({ actor_id: id }) => id);
}

describe("a write in a session that was seen before", () => {
  test("asks for it in its own transaction, once", async () => {
    const [member] = trip.members;
    // For a stop with participants, a query before the write checks whether they are members.
    const body = { dayId: null, name: "Kinkaku-ji", participants: [member?.id] };
    const names = (await recordStatements(() => add({ body }))).map(({ name }) => name);
    expect(names.filter((name) => name === "session_by_token")).toHaveLength(1);
    expect(names[0]).toBe("begin");
    expect(names.indexOf("session_by_token")).toBeLessThan(names.indexOf("log_write"));
  });

  test("is refused once the session has ended, whatever it says, and writes nothing", async () => {
    const key = uuidv7();
    const headers = { "idempotency-key": key };
    expect((await add({ headers })).status).toBe(201);
    await query("delete from sessions where token = $1", person.token);
    expect((await add()).status).toBe(401);
    expect((await add({ headers })).status).toBe(401);
    expect((await add({ body: { name: 5 } })).status).toBe(401);
    expect((await add({ body: "{" })).status).toBe(401);
    expect((await add({ params: { tripId: uuidv7() } })).status).toBe(401);
    expect(await writersOfStops()).toHaveLength(2);
  });

  test("is refused once the session has expired", async () => {
    await query("update sessions set expires_at = now() where token = $1", person.token);
    expect((await add()).status).toBe(401);
    expect(await writersOfStops()).toHaveLength(1);
  });

  test("is nobody's but the one's whose session it is by now", async () => {
    const give = "update sessions set user_id = $2 where token = $1";
    const other = await newMember(person, trip, "editor");
    await query(give, person.token, (await newPerson()).userId);
    expect((await add()).status).toBe(404);
    await query(give, person.token, other.userId);
    expect((await add()).status).toBe(201);
    expect(await writersOfStops()).toEqual([person.userId, other.userId]);
  });

  test("still has its body where the session has to be asked for again", async () => {
    await query("update users set name = 'Somebody else' where id = $1", person.userId);
    const sent = await add();
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({ name: "Kinkaku-ji" });
    expect(await writersOfStops()).toEqual([person.userId, person.userId]);
  });

  test("is asked for first once a day, when it is to be extended", async () => {
    const headers = new Headers({ authorization: `Bearer ${person.token}` });
    const seenAt = Date.now();
    expect(presumeSession(headers, new Date(seenAt))?.viewer.userId).toBe(person.userId);
    expect(presumeSession(headers, new Date(seenAt + 1.1 * DAY_MS))).toBeNull();
  });

  test("comes from where the service is, when it comes by cookie", async () => {
    const cookie = sessionTokens().cookie(person.token).split(";")[0] ?? "";
    const headers = { cookie, origin: "https://elsewhere.test" };
    const sent = await send(stopsApi.create, {
      params: { tripId },
      body: { dayId: null, name: "Kinkaku-ji" },
      headers,
    });
    expect([sent.status, sent.body]).toMatchObject([403, { code: "INVALID_ORIGIN" }]);
    expect(await writersOfStops()).toHaveLength(1);
  });
});
