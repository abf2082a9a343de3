import type { Readable } from "node:stream";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";

export type Log = (line: string) => void;

/** One stream for all parts. The server's own JSON lines stay as they are, so that they can be collected. */
export function logOf(part: string): Log {
  return (line) => {
    const text = line.trimEnd();
    // What only moves the cursor says nothing here.
    if (text !== "" && stripVTControlCharacters(text).trim() === "") return;
    process.stdout.write(text.startsWith("{") ? `${text}\n` : `[${part}] ${text}\n`);
  };
}

export function pipeLines(stream: Readable | null, log: Log): void {
  if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on("line", log);
}
