import { expect, test } from "vitest";
import { RoomsLogFilter } from "#lib/local/rooms-log-filter.ts";

const ESC = String.fromCharCode(27);
const error = (text: string) =>
  `${ESC}[31m✘ ${ESC}[41;31m[${ESC}[41;97mERROR${ESC}[41;31m]${ESC}[0m ${ESC}[1m${text}${ESC}[0m`;
const uncaught = (what: string) => `workerd/server/server.c++:3360: error: Uncaught exception: ${what}`;
const INTERNAL = "worker_do_not_log; Request failed due to internal error";
const GONE = uncaught(`kj/async.c++:211: disconnected: ${INTERNAL}`);
const STACK = "  stack: /app/workerd@406e049 /app/workerd@58401f9";

function printed(lines: readonly string[]): readonly string[] {
  const noise = new RoomsLogFilter();
  return lines.filter((line) => !noise.test(line));
}

test.each<[string, string[]]>([
  ["a socket that is gone", [error(GONE), "", STACK, "", ""]],
  ["half a request", [error(uncaught(`kj/async-io-unix.c++:186: disconnected: remote.${INTERNAL}`)), STACK]],
  ["two at once, of which the second has no mark of its own", [error(GONE), STACK, GONE, STACK]],
  ["a stack that comes by itself", [error(GONE), error("stack: /app/workerd@406e049")]],
  [
    "the greeting",
    ["🎈 PartyKit v0.0.115", "---------------------", "Build succeeded, starting server...", ""],
  ],
])("a client that hangs up is no error: nothing is printed of %s", (_, lines) => {
  expect(printed(lines)).toEqual([]);
});

test.each<[string, string[]]>([
  ["a failure of the runtime", [error(uncaught(`kj/async.c++:211: failed: ${INTERNAL}`)), STACK]],
  [
    "an error that a room throws",
    [error(uncaught("remote.jsg.Error: Cannot read properties of null")), STACK],
  ],
  [
    "a connection that a room's code has lost",
    [
      error(uncaught(`workerd/io/io.c++:1: disconnected: jsg.Error: Network connection lost; ${INTERNAL}`)),
      STACK,
    ],
  ],
  ["a line of a room", ['{"level":"error","message":"The log has a gap."}']],
  ["a stack that belongs to no hang-up", [STACK]],
])("%s is printed, with its stack", (_, lines) => {
  expect(printed(lines)).toEqual(lines);
  expect(printed([error(GONE), STACK, ...lines]), "after a hang-up").toEqual(lines[0] === STACK ? [] : lines);
});
