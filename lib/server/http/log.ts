import pino, { type Logger, type LoggerOptions } from "pino";
import { env } from "../env.ts";
import { currentRequest } from "./request-record.ts";

const STANDARD_OUTPUT = 1;
const STANDARD_ERROR = 2;

let destination = STANDARD_OUTPUT;
let logger: Logger | undefined;
let plain: Logger | undefined;

/** For commands, whose output is what they were asked for. Before the first line. */
export function logToStandardError(): void {
  destination = STANDARD_ERROR;
}

/** Structured logs on standard output. Lines hold route patterns and ids, never tokens, codes or bodies. */
export function log(): Logger {
  logger ??= pino(options(), sink());
  return logger;
}

/** A line of its own for each request would cost as much as one of its statements. */
const BUFFERED_BYTES = 4096;
const BUFFERED_MS = 100;
/** Of lines that nobody takes, before the next are dropped: a log that hangs must not fill the memory. */
const MOST_BYTES = 16 * 1024 * 1024;

function sink(): ReturnType<typeof pino.destination> {
  // What is frozen between two requests would keep its lines; and a command says them at once.
  if (env().isEdge || destination !== STANDARD_OUTPUT) return pino.destination(destination);
  const settings = { dest: destination, sync: false, minLength: BUFFERED_BYTES, maxLength: MOST_BYTES };
  // At the end of the process pino writes what is left.
  const stream = pino.destination(settings);
  setInterval(() => stream.flush(), BUFFERED_MS).unref();
  return stream;
}

/** The same for lines whose every field is named where they are written: looking for secrets costs more than the rest. */
export function plainLog(): Logger {
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

/** Whatever is logged for a request, also after its answer, can be found by the id that the answer carries. */
function ofRequest(): object {
  const record = currentRequest();
  return record ? { requestId: record.id } : {};
}

/** A database error's `detail` and `parameters` hold people's data, so only what tells the fault is kept. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? error.code : undefined;
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  const message = withoutSecrets(error.message);
  return { name: error.name, message, code, stack: stackOf(error, message), cause };
}

/** What an error is called, with its code; its words may hold anything. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && /^\w{1,40}$/.test(String(error.code)) ? ` ${String(error.code)}` : "";
  const cause: string = error.cause instanceof Error ? ` < ${kindOf(error.cause)}` : "";
  return `${error.name}${code}${cause}`.slice(0, 200);
}

/**
 * Failed statements hold people's data, and so does what could not be read as JSON or as a value; web addresses may hold
 * secrets, and a provider's are nobody's business.
 */
export function withoutSecrets(text: string): string {
  const told = withoutValue(withoutJson(text.replace(/\bFailed query:[^]*/, "Failed query")));
  return told.replaceAll(/(?<![\w+.-])[\w+.-]+:\/\/\S+/g, "<address>");
}

/** `… "what was sent"... is not valid JSON`, as JSON.parse says. */
function withoutJson(text: string): string {
  const [from, to] = [text.indexOf('"'), text.lastIndexOf(" is not valid JSON")];
  return from === -1 || to < from ? text : `${text.slice(0, from)}"…"${text.slice(to)}`;
}

/** `invalid input syntax for type uuid: "what was sent"`, as PostgreSQL says, and what it or JavaScript says like it. */
function withoutValue(text: string): string {
  const at = text.search(/\binvalid (?:input syntax|input value|byte sequence|time zone|language)\b/i);
  const colon = at === -1 ? -1 : text.indexOf(": ", at);
  return colon === -1 ? text : `${text.slice(0, colon)}: …`;
}

function stackOf(error: Error, message: string): string {
  const frames = (error.stack ?? "").split("\n").filter((frame) => frame.trimStart().startsWith("at "));
  return [message, ...frames].join("\n");
}
