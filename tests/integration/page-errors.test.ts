import { afterEach, expect, test, vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { describeError, log } from "#lib/server/http/log.ts";
import { logPageErrors } from "#lib/server/http/page-errors.ts";

afterEach(() => vi.restoreAllMocks());

test("what a page failed at is a line with its reference, and without what the error holds of people's data", () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const logged = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  logPageErrors();
  const failed = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(ann@people.test) already exists.",
    digest: "143358936",
  });
  console.error(" ⨯", failed);
  expect(printed).not.toHaveBeenCalled();
  expect(logged).toHaveBeenCalledExactlyOnceWith({ err: failed, reference: "143358936" }, "a page failed");
  const line = JSON.stringify(describeError(failed));
  expect(line).toContain("23505");
  expect(line).not.toContain("ann@people");
  console.error("words", 1);
  expect(printed).toHaveBeenCalledExactlyOnceWith("words", 1);
});

function faultOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("what an error quotes of what could not be read is in no line, and what it was is", async () => {
  const { pool } = freshDatabase();
  const refused = (text: string) => pool.query(text, ["Ann Lee"]).catch((error: unknown) => error);
  const faults: [unknown, RegExp][] = [
    [faultOf(() => JSON.parse("Ann Lee")), /is not valid JSON/],
    [faultOf(() => JSON.parse(`{"name": Ann Lee, "notes": "${"long ".repeat(20)}"}`)), /is not valid JSON/],
    [await refused("select $1::text::uuid"), /invalid input syntax for type uuid/],
    [await refused("select $1::text::timestamptz"), /invalid input syntax for type timestamp/],
    [faultOf(() => new Intl.DateTimeFormat("en", { timeZone: "Ann Lee" })), /Invalid time zone specified/],
  ];
  for (const [fault, what] of faults) {
    const line = JSON.stringify(describeError(new Error("outside", { cause: fault })));
    expect(line).toMatch(what);
    expect(line).not.toContain("Ann");
  }
});
