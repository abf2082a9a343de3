import { afterEach, expect, test, vi } from "vitest";
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
