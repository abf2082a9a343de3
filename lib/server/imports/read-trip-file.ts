import { AppError } from "#lib/shared/errors.ts";
import type { FileFault } from "#lib/shared/file-faults.ts";
import { isInvisibleText } from "#lib/shared/plain-text.ts";
import { isTripFile, TripFile } from "#lib/shared/trip-file.ts";
import { validationFailed } from "../http/errors.ts";
import { isTooDeep } from "../http/json-depth.ts";
import { decodeText, wideEncoding, wrongContent } from "./text.ts";
import { ISSUE_MESSAGES } from "../http/issue-messages.ts";

/** Maximum number of issues in the answer; nobody reads more. */
const MOST_ISSUES = 20;

/**
 * Reads a trip file.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for other files, VALIDATION_FAILED for a damaged one
 */
export function readTripFile(bytes: Uint8Array): TripFile {
  const value = looksLikeJson(bytes) ? parseJson(bytes) : null;
  if (!isTripFile(value)) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send a trip that Wayfare has exported as JSON.");
  }
  return checkedTripFile(value);
}

export function checkedTripFile(value: unknown): TripFile {
  const parsed = TripFile.safeParse(withSeenNames(value), ISSUE_MESSAGES);
  if (parsed.success) return parsed.data;
  const { message, issues } = validationFailed(parsed.error, "file");
  const details = { fault: "fields" satisfies FileFault };
  throw new AppError("VALIDATION_FAILED", message, { details, issues: (issues ?? []).slice(0, MOST_ISSUES) });
}

/** The fields of a trip file that name a row for people. */
const NAMES = new Set(["name", "title", "text", "section"]);
const UNSEEN = "Unnamed";

/**
 * Replaces names of which nothing is visible. Older versions accepted such names, and their trip files are imported all
 * the same.
 */
function withSeenNames(value: unknown, key = ""): unknown {
  if (typeof value === "string")
    return NAMES.has(key) && value !== "" && isInvisibleText(value) ? UNSEEN : value;
  if (Array.isArray(value)) return value.map((each) => withSeenNames(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withSeenNames(each, name)]));
}

/** Whether the first character that is no space is a brace. */
export function looksLikeJson(bytes: Uint8Array): boolean {
  return startOf(bytes).startsWith("{");
}

/** Whether the text begins with a list of objects. A bracket alone may also begin a table. */
export function looksLikeJsonList(bytes: Uint8Array): boolean {
  return /^\[\s*\{/.test(startOf(bytes));
}

function startOf(bytes: Uint8Array): string {
  return new TextDecoder(wideEncoding(bytes) ?? "utf-8").decode(bytes.subarray(0, 1024)).trimStart();
}

export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes, wideEncoding(bytes) ?? "utf-8");
  if (isTooDeep(bytes)) throw wrongContent("deep", "The file's lists lie too deep in each other.");
  try {
    return JSON.parse(text);
  } catch {
    throw wrongContent("json", "The file breaks off or is damaged: it is not valid JSON.");
  }
}
