import { DatabaseError } from "pg";
import type * as z from "zod";
import { AppError, type ErrorBody, invalidFields, type Issue } from "#lib/shared/errors.ts";
import { log } from "./log.ts";
import { noteCode } from "./request-record.ts";

/**
 * SQLSTATE classes and codes of a database that is down or busy: the client may send the same request again. 26000 and
 * 42P05 occur on a shared connection on which another statement could not be prepared at that time.
 */
const AWAY = /^(08|57P|53|55P03|57014|40001|40P01|26000|42P05)/;
const AWAY_SOCKET =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client was closed/;

export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return AWAY.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    AWAY_SOCKET.test(`${code} ${error.message}`) || (error.cause !== undefined && isDatabaseAway(error.cause))
  );
}

/**
 * Most issues in one answer. All issues of a real form fit; a body of many wrong fields must not make the answer larger
 * than the body.
 */
const MAX_ISSUES = 100;

export function validationFailed(error: z.ZodError, where: string): AppError {
  const issues = error.issues.slice(0, MAX_ISSUES).flatMap((issue) => issuesOf(issue, where));
  return invalidFields(issues.slice(0, MAX_ISSUES));
}

function issuesOf(issue: z.core.$ZodIssue, where: string): Issue[] {
  // A field of the body has no prefix.
  const prefix = where === "body" ? [] : [where];
  const at = (path: PropertyKey[]) => [...prefix, ...path.map(String)].join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MAX_ISSUES).map((key) => ({
      path: at([...issue.path, key.slice(0, 64)]),
      message: "This field is unknown.",
    }));
  }
  return [{ path: at(issue.path), message: issue.message }];
}

/**
 * Turns anything that was thrown into the API's error format. Unknown errors are logged, and their cause is not sent.
 */
export function toErrorResponse(error: unknown, requestId: string, route: string): Response {
  const known = asAppError(error);
  noteCode(known.code);
  if (!(error instanceof AppError)) {
    const level = known.code === "INTERNAL" ? "error" : "warn";
    log()[level]({ err: error, requestId, route }, "request failed");
  }
  const body: ErrorBody = { code: known.code, message: known.message, requestId };
  if (known.issues) body.issues = known.issues;
  if (known.details) body.details = known.details;
  const headers = new Headers({ "content-type": "application/json" });
  const retryAfter = secondsToWait(known);
  if (retryAfter !== null) headers.set("retry-after", String(retryAfter));
  if (known.code === "RANGE_NOT_SATISFIABLE")
    headers.set("content-range", `bytes */${String(known.details?.size)}`);
  return new Response(JSON.stringify(body), { status: known.status, headers });
}

/**
 * Returns the seconds after which the client may try again: those of the error, otherwise a default for a server that
 * is down; null when another try is useless.
 */
function secondsToWait({ code, details }: AppError): number | null {
  if (typeof details?.retryAfter === "number") return details.retryAfter;
  return code === "UNAVAILABLE" && details?.retryable !== false ? 1 : null;
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) {
    return new AppError(
      "UNAVAILABLE",
      "The database does not answer. Nothing was lost: send the same request again.",
    );
  }
  return new AppError("INTERNAL", "Something went wrong on our side. Nothing was written; please try again.");
}
