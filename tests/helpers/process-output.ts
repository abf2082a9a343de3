import pino from "pino";
import { log, unredactedLog } from "#lib/server/http/log.ts";

/**
 * Collects everything that this process prints from now on: log lines, warnings of Node, console output, and unhandled
 * rejections.
 */
export function listenToOutput(): { text: () => string; stop: () => void } {
  let printed = "";
  const note = (...values: unknown[]) => void (printed += `${values.map(inWords).join(" ")}\n`);
  const logger = log();
  const level = logger.level;
  logger.level = "trace";
  unredactedLog().level = "trace";
  // Pino keeps the stream of a logger under the symbol `streamSym`.
  const stream = Reflect.get(logger, pino.symbols.streamSym) as { write: (line: string) => unknown };
  const { write } = stream;
  stream.write = note;
  const { error, warn, info } = console;
  const writeConsole = console.log;
  Object.assign(console, { error: note, warn: note, info: note, log: note });
  process.on("warning", note);
  process.on("unhandledRejection", note);
  return {
    text: () => printed,
    stop() {
      stream.write = write;
      logger.level = level;
      unredactedLog().level = level;
      Object.assign(console, { error, warn, info, log: writeConsole });
      process.off("warning", note);
      process.off("unhandledRejection", note);
    },
  };
}

/** Returns the value as a console prints it, with everything that an error carries. */
function inWords(value: unknown): string {
  if (!(value instanceof Error)) return String(value);
  return `${value.stack} ${JSON.stringify(Object.fromEntries(Object.entries(value)))} ${value.cause ? inWords(value.cause) : ""}`;
}
