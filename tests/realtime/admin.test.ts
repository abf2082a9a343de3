// @long: starts a command per case, whose verbs tests/integration/blocked.test.ts tries
import { describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, historyAfter, newComment, newMember, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { runOperation, type CommandResult } from "#tests/helpers/operations.ts";
import { liveService } from "./live-service.ts";
import { RawSocket } from "./raw-socket.ts";

const service = liveService();

function admin(...args: string[]): Promise<CommandResult> {
  return runOperation("admin", args, { PARTYKIT_URL: service.rooms.url });
}

async function inRoom(person: Person, tripId: string): Promise<RawSocket> {
  const { data } = await call(realtimeApi.ticket, { params: { tripId } }, as(person));
  const socket = new RawSocket(`${data.url}?ticket=${data.ticket}&protocol=1`);
  await socket.next("hello");
  return socket;
}

async function isSignedIn({ token }: Person): Promise<boolean> {
  return (await send(tripsApi.list, { token })).status === 200;
}

/** Creates another session of the same person, as on another device. */
async function secondSession(person: Person): Promise<Person> {
  const [sessionId, token] = [crypto.randomUUID(), crypto.randomUUID()];
  await freshDatabase().pool.query(
    `insert into sessions (id, user_id, token, expires_at, ip_address, user_agent)
     values ($1, $2, $3, now() + interval '1 day', '203.0.113.7', 'Firefox on a boat')`,
    [sessionId, person.userId, token],
  );
  return { ...person, sessionId, token };
}

describe("people", () => {
  test("are found by parts of name and address and by id, and shown in full only where that is asked for", async () => {
    const mei = await newPerson({ name: "李美玲", email: "mei_ling@mail.test" });
    await newPerson({ name: "Percy", email: "meixling@mail.test" });
    const texts = ["美玲", "mei_ling", mei.userId.toUpperCase()];
    for (const { code, out } of await Promise.all(texts.map((text) => admin("users", "find", text)))) {
      expect(code).toBe(0);
      expect(out.split("\n")).toHaveLength(4);
      expect(out).toContain(`${mei.userId}  李…`);
      expect(out).toContain("m…@mail.test");
      expect(out).not.toMatch(/美玲|mei_ling/);
    }
    const shown = await admin("users", "find", "mei_ling", "--personal");
    expect(shown.out).toContain("李美玲");
    expect(shown.out).toContain("mei_ling@mail.test");
    expect(await admin("users", "find", "nobody at all")).toEqual({ code: 0, out: "Nobody.\n", err: "" });
  });

  test("are signed out everywhere: sessions and sockets end", async () => {
    const [ann, bo] = [await newPerson(), await newPerson()];
    const trip = await newTrip(ann);
    const other = await secondSession(ann);
    const [socket, second] = [await inRoom(ann, trip.id), await inRoom(other, trip.id)];
    const told = await admin("users", "end-sessions", ann.userId);
    expect(told).toEqual({ code: 0, out: "Signed out everywhere: 2 sessions ended.\n", err: "" });
    expect(await Promise.all([socket.closed, second.closed])).toEqual([
      CLOSE_CODES.cutOff,
      CLOSE_CODES.cutOff,
    ]);
    expect(await Promise.all([ann, other, bo].map(isSignedIn))).toEqual([false, false, true]);
  });

  test("are deleted as by themselves, and only where that is said to be meant", async () => {
    const ann = await newPerson({ name: "Ann" });
    const trip = await newTrip(ann);
    const heir = await newMember(ann, trip, "editor");
    await newComment(ann, trip.id, { body: "Mine" });
    const { seq } = await readTrip(heir, trip.id);
    const asked = await admin("users", "delete", ann.userId);
    expect(asked).toMatchObject({ code: 1, out: "" });
    expect(asked.err).toMatch(/ends account .* for good; 1 trip pass on.*add --yes/);
    expect(await isSignedIn(ann)).toBe(true);
    const told = await admin("users", "delete", ann.userId, "--yes");
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(await isSignedIn(ann)).toBe(false);
    const { members } = await readTrip(heir, trip.id);
    expect(members.find(({ userId }) => userId === heir.userId)?.role).toBe("owner");
    expect((await historyAfter(heir, trip.id, seq)).map(({ op }) => op)).toContain("member.left");
    const again = await admin("users", "delete", ann.userId, "--yes");
    expect(again).toEqual({ code: 1, out: "", err: "There is none with this id.\n" });
    expect(await admin("check", "--no-files")).toMatchObject({ code: 0, err: "" });
  });
});

describe("sessions", () => {
  test("are listed without where and by what, unless that is asked for; one of them ends alone", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const boat = await secondSession(ann);
    const listed = await admin("sessions", "list", ann.userId);
    expect(listed.code).toBe(0);
    for (const { sessionId, token } of [ann, boat]) {
      expect(listed.out).toContain(sessionId);
      expect(listed.out).not.toContain(token);
    }
    expect(listed.out).not.toMatch(/Firefox|203\.0\.113\.7/);
    expect((await admin("sessions", "list", ann.userId, "--personal")).out).toMatch(
      /203\.0\.113\.7 +Firefox on a boat/,
    );
    const [stays, goes] = [await inRoom(ann, trip.id), await inRoom(boat, trip.id)];
    expect(await admin("sessions", "end", boat.sessionId)).toMatchObject({ code: 0, err: "" });
    expect(await goes.closed).toBe(CLOSE_CODES.cutOff);
    expect(await Promise.all([ann, boat].map(isSignedIn))).toEqual([true, false]);
    expect(await Promise.race([stays.closed, isSignedIn(ann)])).toBe(true);
    stays.close();
    expect(await admin("sessions", "end", boat.sessionId)).toMatchObject({
      code: 1,
      err: "There is none with this id.\n",
    });
  });
});

describe("trips", () => {
  test("are found by title, id and people, with their facts and members, and without names unless asked for", async () => {
    const ann = await newPerson({ name: "Ann Lee" });
    const trip = await newTrip(ann, { title: "100% 京都" });
    await newTrip(await newPerson(), { title: "100 days" });
    const texts = ["100%", trip.id, ann.userId];
    for (const { code, out } of await Promise.all(texts.map((text) => admin("trips", "find", text)))) {
      expect(code).toBe(0);
      expect(out.split("\n")).toHaveLength(4);
      expect(out).toContain(`${trip.id}  1…     2026-11-14 to 2026-11-18`);
      expect(out).not.toContain("京都");
    }
    const [found, shown, members, named] = await Promise.all([
      admin("trips", "find", "100%", "--personal"),
      admin("trips", "show", trip.id),
      admin("trips", "members", trip.id),
      admin("trips", "members", trip.id, "--personal"),
    ]);
    expect(found.out).toContain("100% 京都");
    expect(shown.out).toMatch(/^currency +JPY$/m);
    expect(shown.out).toMatch(/^days +5$/m);
    expect(shown.out).not.toContain("京都");
    expect(members.out).toMatch(new RegExp(`${ann.userId} +A… +owner +in it`));
    expect(named.out).toContain("Ann Lee");
  });
});

test("what is not understood is answered by what there is", async () => {
  const [nothing, bogus, noId, noVerb, noOption] = await Promise.all([
    admin(),
    admin("bogus"),
    admin("users", "end-sessions", "not-an-id"),
    admin("users", "drop", crypto.randomUUID()),
    admin("check", "--bogus"),
  ]);
  for (const told of [nothing, bogus, noId, noVerb, noOption])
    expect(told).toMatchObject({ code: 1, out: "" });
  for (const { err } of [nothing, bogus]) expect(err).toContain("npm run admin -- COMMAND");
  expect(noId.err).toMatch(/^Name an id: `npm run admin/);
  expect(noVerb.err).toContain("There is none with this id.");
  expect(noOption.err).toContain("--bogus");
});
