import type { Readable } from "node:stream";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";

export type Log = (line: string) => void;

/** Returns a part's log; all parts share one stream. JSON lines of the server stay unchanged, for log collectors. */
export function logOf(part: string): Log {
  return (line) => {
    const text = line.trimEnd();
    if (text.startsWith("{")) process.stdout.write(`${text}\n`);
    // A line that only moves the cursor has no content and is left out.
    else if (text === "" || stripVTControlCharacters(text).trim() !== "")
      process.stdout.write(`[${part}] ${text}\n`);
  };
}

export function pipeLines(stream: Readable | null, log: Log): void {
  if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on("line", log);
}
