import { expect } from "vitest";
import type { ErrorCode, Issue } from "#lib/shared/errors.ts";
import type { Sent } from "./handlers.ts";

const NO_STORE = "private, no-store";

interface More {
  issues?: Issue[];
  details?: Record<string, unknown>;
}

/** Asserts the whole body of a refusal, and that nobody may keep it. */
export function expectRefused(
  sent: Sent,
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

export function expectUnauthenticated(sent: Sent): void {
  expectRefused(sent, 401, "UNAUTHENTICATED", "Sign in first.");
}

/** `what` is the kind of row, or nothing where even that would say too much. */
export function expectAbsent(sent: Sent, what?: string): void {
  const subject = what === undefined ? "This" : `This ${what}`;
  expectRefused(sent, 404, "NOT_FOUND", `${subject} does not exist, or you have no access to it.`);
}

export function expectForbidden(sent: Sent, role: string, need: string): void {
  const message = `This needs the role ${need}; yours is ${role}. Ask the trip's owner.`;
  expectRefused(sent, 403, "FORBIDDEN", message, { details: { role, need } });
}

/** `issues` as `[path, message]`. */
export function expectInvalid(sent: Sent, ...issues: [string, string][]): void {
  expectRefused(sent, 422, "VALIDATION_FAILED", "Some fields need a change.", {
    issues: issues.map(([path, message]) => ({ path, message })),
  });
}

/** A trip's file whose fields are wrong, which pages say in their own language. */
export function expectInvalidFile(sent: Sent, ...issues: [string, string][]): void {
  expectRefused(sent, 422, "VALIDATION_FAILED", "Some fields need a change.", {
    issues: issues.map(([path, message]) => ({ path, message })),
    details: { fault: "fields" },
  });
}

export function expectArchived(sent: Sent): void {
  expectRefused(sent, 409, "ARCHIVED", "This trip is archived. Its owner can open it for changes again.");
}

export function expectLastOwner(sent: Sent): void {
  expectRefused(sent, 409, "LAST_OWNER", "A trip always has an owner. Transfer it to someone else first.");
}

/** A write's answer: its status, seq, and that nobody may keep it. Returns the seq. */
export function expectWritten(sent: Sent, status = 200): number {
  expect({ status: sent.status, cache: sent.headers.get("cache-control") }, sent.text).toEqual({
    status,
    cache: NO_STORE,
  });
  const seq = Number(sent.headers.get("x-trip-seq"));
  expect(seq).toBeGreaterThan(0);
  return seq;
}
