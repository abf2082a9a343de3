import pino from "pino";
import * as z from "zod";
import { log, unredactedLog } from "#lib/server/http/log.ts";

const Line = z.looseObject({ level: z.number(), time: z.string(), msg: z.string().optional() });
export type LogLine = z.infer<typeof Line>;

/** Collects the lines that this process logs from now on. */
export function listenToLog(): { lines: () => LogLine[]; text: () => string; stop: () => void } {
  let written = "";
  const logger = log();
  const { level } = logger;
  logger.level = "trace";
  unredactedLog().level = "trace";
  // Pino keeps the stream of a logger under the symbol `streamSym`.
  const stream = Reflect.get(logger, pino.symbols.streamSym) as { write: (line: string) => unknown };
  const { write } = stream;
  stream.write = (line) => void (written += line);
  return {
    lines: () => written.split("\n").flatMap((line) => (line === "" ? [] : Line.parse(JSON.parse(line)))),
    text: () => written,
    stop() {
      stream.write = write;
      logger.level = level;
      unredactedLog().level = level;
    },
  };
}

/** Returns the log lines of one event, without the fields that differ each time. */
export function linesOfEvent(lines: readonly LogLine[], event: string): object[] {
  return lines
    .filter((line) => line.event === event)
    .map(({ level: _, time: __, msg: ___, requestId: ____, ...rest }) => rest);
}
