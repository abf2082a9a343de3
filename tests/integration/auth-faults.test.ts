import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { freshDatabase } from "#lib/server/process/database.ts";
import { describeError, log } from "#lib/server/http/log.ts";
import { authApi, refusedWith, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";

useMailbox();

const ErrorLine = z.object({ err: z.unknown() });

afterEach(async () => {
  await freshDatabase().pool.query(`drop trigger if exists "no_sessions" on sessions`);
});

/**
 * Makes the database refuse new sessions, as a full disk does. The database layer's error contains the statement and
 * its values.
 */
async function refuseSessions(): Promise<void> {
  await freshDatabase().pool.query(`
    create or replace function "refuse_row"() returns trigger language plpgsql as
      $$ begin raise exception 'no place in this table'; end $$;
    create trigger "no_sessions" before insert on sessions for each row execute function "refuse_row"()`);
}

test("a fault inside is told as one, and what was to be written is in no line", async () => {
  const person = await signUpAndVerify();
  await refuseSessions();
  const logged: unknown[] = [];
  vi.spyOn(log(), "error").mockImplementation((line: unknown) => void logged.push(line));
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = await authApi().post("/sign-in/email", person);
  expect(answer).toEqual(refusedWith(500, "INTERNAL"));
  expect(printed).not.toHaveBeenCalled();
  expect(logged).toHaveLength(1);
  const line = JSON.stringify(describeError(ErrorLine.parse(logged[0]).err));
  expect(line).toContain("no place in this table");
  expect(line).not.toMatch(/insert into|params/);
});
