import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import type { CreatedInvite } from "#lib/shared/invites.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectWritten } from "#tests/helpers/refusals.ts";

/** Returns the columns that contain this text in any row. */
async function columnsHolding(text: string): Promise<string[]> {
  const { pool } = freshDatabase();
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'character varying', 'bytea', 'ARRAY')`,
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const hits = await pool.query(
      `select 1 from "${table}" where strpos("${column}"::text, $1) > 0 limit 1`,
      [text],
    );
    if (hits.rowCount) found.push(`${table}.${column}`);
  }
  return found;
}

test("a create that is repeated gives the same link again, under its id and under its key", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const body = { id: uuidv7(), role: "editor" };
  const input = {
    params: { tripId: trip.id },
    token: ann.token,
    body,
    headers: { "idempotency-key": uuidv7() },
  };
  const first = await send(invitesApi.create, input);
  expect(first.status).toBe(201);
  const byKey = await send(invitesApi.create, input);
  expect({ status: byKey.status, body: byKey.body }).toEqual({ status: 201, body: first.body });
  const byId = await send(invitesApi.create, { ...input, headers: {} });
  expect({ status: byId.status, body: byId.body }).toEqual({ status: 200, body: first.body });
  const { token } = first.body as CreatedInvite;
  const bob = await newPerson();
  expectWritten(await send(invitesApi.accept, { params: { token }, token: bob.token }));
});

test("no table holds a link in clear: what leaks from the database lets nobody in", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const input = {
    params: { tripId: trip.id },
    token: ann.token,
    body: { id: uuidv7(), role: "viewer", email: `${uuidv7()}@people.test` },
    headers: { "idempotency-key": uuidv7() },
  };
  const { token } = (await send(invitesApi.create, input)).body as CreatedInvite;
  await send(invitesApi.create, input);
  const bob = await newPerson({ email: input.body.email });
  const accepted = { params: { token }, token: bob.token, headers: { "idempotency-key": uuidv7() } };
  expectWritten(await send(invitesApi.accept, accepted));
  expect(await columnsHolding(token)).toEqual([]);
  // The search does find the invite's e-mail address, which is stored, and not in the trip's event log.
  expect((await columnsHolding(input.body.email)).toSorted()).toEqual(
    ["idempotency_keys.body", "invites.email", "users.email"].toSorted(),
  );
});

test("links are long, and each is another", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const tokens = new Set<string>();
  for (let index = 0; index < 5; index++) {
    const sent = await send(invitesApi.create, {
      params: { tripId: trip.id },
      token: ann.token,
      body: { role: "viewer" },
    });
    const { id, token } = sent.body as CreatedInvite;
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(token).not.toContain(id.replaceAll("-", "").slice(0, 8));
    tokens.add(token);
  }
  expect(tokens.size).toBe(5);
});
