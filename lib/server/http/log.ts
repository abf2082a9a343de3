import pino, { type Logger, type LoggerOptions } from "pino";
import { env } from "../env/env.ts";
import { currentRequest } from "./request-record.ts";

const STANDARD_OUTPUT = 1;
const STANDARD_ERROR = 2;

let destination = STANDARD_OUTPUT;
let logger: Logger | undefined;
let plain: Logger | undefined;

/**
 * Sends the log to standard error, for commands whose standard output is their result. Call it before the first log
 * line.
 */
export function logToStandardError(): void {
  destination = STANDARD_ERROR;
}

/**
 * Returns the logger, which writes structured log lines to standard output. Log lines contain route patterns and ids,
 * never tokens, verification codes or bodies.
 */
export function log(): Logger {
  logger ??= pino(options(), sink());
  return logger;
}

/**
 * How many bytes of log lines are written at once; one write for each request would cost as much as one of its
 * statements.
 */
const BUFFERED_BYTES = 4096;
const BUFFERED_MS = 100;
/**
 * How many bytes of unwritten log lines are held before further lines are dropped: a log that blocks must not fill the
 * memory.
 */
const MOST_BYTES = 16 * 1024 * 1024;

function sink(): ReturnType<typeof pino.destination> {
  // A function that is frozen between two requests would hold its lines back, and a command must print its lines at
  // once.
  if (env().isEdge || destination !== STANDARD_OUTPUT) return pino.destination(destination);
  const settings = { dest: destination, sync: false, minLength: BUFFERED_BYTES, maxLength: MOST_BYTES };
  // pino writes the remaining lines when the process ends.
  const stream = pino.destination(settings);
  setInterval(() => stream.flush(), BUFFERED_MS).unref();
  return stream;
}

/**
 * Returns a logger without redaction, for lines all of whose fields are named in the code: a search for secrets would
 * cost more than the rest of the line.
 */
export function unredactedLog(): Logger {
  plain ??= log().child({}, { redact: [] });
  return plain;
}

function options(): LoggerOptions {
  return {
    level: env().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["*.token", "*.password", "*.otp", "*.authorization", "*.cookie"],
    serializers: { err: describeError },
    mixin: ofRequest,
  };
}

/**
 * Returns the request id of the current request, so that its log lines, also those after the answer, can be found by
 * the id in the answer.
 */
function ofRequest(): object {
  const record = currentRequest();
  return record ? { requestId: record.id } : {};
}

/**
 * Describes an error for the log. The `detail` and `parameters` of a database error contain users' data, so only the
 * fields that identify the fault are returned.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? error.code : undefined;
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  const message = withoutSecrets(error.message);
  return { name: error.name, message, code, stack: stackOf(error, message), cause };
}

/** Returns an error's name and code, but not its message, which may contain anything. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && /^\w{1,40}$/.test(String(error.code)) ? ` ${String(error.code)}` : "";
  const cause: string = error.cause instanceof Error ? ` < ${errorKind(error.cause)}` : "";
  return `${error.name}${code}${cause}`.slice(0, 200);
}

/**
 * Removes from a message what must not be logged: failed statements and invalid input, which contain users' data, and
 * URLs, which may contain secrets.
 */
export function withoutSecrets(text: string): string {
  const told = withoutValue(withoutJson(text.replace(/\bFailed query:[^]*/, "Failed query")));
  return told.replaceAll(/(?<![\w+.-])[\w+.-]+:\/\/\S+/g, "<address>");
}

/** Removes the input from `… "what was sent"... is not valid JSON`, a message of JSON.parse. */
function withoutJson(text: string): string {
  const [from, to] = [text.indexOf('"'), text.lastIndexOf(" is not valid JSON")];
  return from === -1 || to < from ? text : `${text.slice(0, from)}"…"${text.slice(to)}`;
}

/**
 * Removes the input from `invalid input syntax for type uuid: "what was sent"`, a message of PostgreSQL, and from
 * similar messages of PostgreSQL and JavaScript.
 */
function withoutValue(text: string): string {
  const at = text.search(/\binvalid (?:input syntax|input value|byte sequence|time zone|language)\b/i);
  const colon = at === -1 ? -1 : text.indexOf(": ", at);
  return colon === -1 ? text : `${text.slice(0, colon)}: …`;
}

function stackOf(error: Error, message: string): string {
  const frames = (error.stack ?? "").split("\n").filter((frame) => frame.trimStart().startsWith("at "));
  return [message, ...frames].join("\n");
}
