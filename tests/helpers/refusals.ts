import { expect } from "vitest";
import type { ErrorCode, Issue } from "#lib/shared/errors.ts";
import type { RawAnswer } from "./handlers.ts";

const NO_STORE = "private, no-store";

interface More {
  issues?: Issue[];
  details?: Record<string, unknown>;
}

/** Asserts the whole body of a refusal, and that no cache may store it. */
export function expectRefused(
  sent: RawAnswer,
  status: number,
  code: ErrorCode,
  message: string,
  more: More = {},
): void {
  const requestId = sent.headers.get("x-request-id");
  expect({ status: sent.status, body: sent.body }).toEqual({
    status,
    body: { code, message, requestId, ...more },
  });
  expect(sent.headers.get("cache-control")).toBe(NO_STORE);
  expect(sent.headers.get("x-trip-seq")).toBeNull();
}

export function expectUnauthenticated(sent: RawAnswer): void {
  expectRefused(sent, 401, "UNAUTHENTICATED", "Sign in first.");
}

/** Asserts a 404. `what` is the kind of row; it is left out where even the kind must not be revealed. */
export function expectAbsent(sent: RawAnswer, what?: string): void {
  const subject = what === undefined ? "This" : `This ${what}`;
  expectRefused(sent, 404, "NOT_FOUND", `${subject} does not exist, or you have no access to it.`);
}

export function expectForbidden(sent: RawAnswer, role: string, need: string): void {
  const message = `This needs the role ${need}; yours is ${role}. Ask the trip's owner.`;
  expectRefused(sent, 403, "FORBIDDEN", message, { details: { role, need } });
}

/** Asserts a 422 with `issues` as pairs of `[path, message]`. */
export function expectInvalid(sent: RawAnswer, ...issues: [string, string][]): void {
  expectRefused(sent, 422, "VALIDATION_FAILED", "Some fields need a change.", {
    issues: issues.map(([path, message]) => ({ path, message })),
  });
}

/** Asserts that a trip file with invalid fields is refused; pages show these issues in their own language. */
export function expectInvalidFile(sent: RawAnswer, ...issues: [string, string][]): void {
  expectRefused(sent, 422, "VALIDATION_FAILED", "Some fields need a change.", {
    issues: issues.map(([path, message]) => ({ path, message })),
    details: { fault: "fields" },
  });
}

export function expectArchived(sent: RawAnswer): void {
  expectRefused(sent, 409, "ARCHIVED", "This trip is archived. Its owner can open it for changes again.");
}

export function expectLastOwner(sent: RawAnswer): void {
  expectRefused(sent, 409, "LAST_OWNER", "A trip always has an owner. Transfer it to someone else first.");
}

/** Asserts a write's answer: its status, its seq, and that no cache may store it. Returns the seq. */
export function expectWritten(sent: RawAnswer, status = 200): number {
  expect({ status: sent.status, cache: sent.headers.get("cache-control") }, sent.text).toEqual({
    status,
    cache: NO_STORE,
  });
  const seq = Number(sent.headers.get("x-trip-seq"));
  expect(seq).toBeGreaterThan(0);
  return seq;
}
