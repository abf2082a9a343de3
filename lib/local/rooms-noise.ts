import { stripVTControlCharacters } from "node:util";

/** What PartyKit says as it starts. */
const GREETING = /PartyKit v|^-+$|^Build succeeded|^\s*$/;

/**
 * The runtime reports a client that hangs up in the middle of a request as an exception of its own, of the type
 * "disconnected" and without a reason. Exceptions that the rooms' code throws carry theirs, after "jsg.".
 */
function isHangUp(text: string): boolean {
  const isDisconnected = text.includes("Uncaught exception: ") && text.includes(": disconnected: ");
  return isDisconnected && text.trimEnd().endsWith(NO_REASON) && !text.includes("jsg.");
}

const NO_REASON = "worker_do_not_log; Request failed due to internal error";
const STACK = /^(?:✘ \[ERROR\])?\s*stack: /;

/** Tells the lines of the rooms' process that say nothing to whoever runs the service. */
export class RoomsNoise {
  /** The stack of an exception comes after it, on a line of its own. */
  #isAfterHangUp = false;

  test(line: string): boolean {
    const text = stripVTControlCharacters(line);
    if (this.#isAfterHangUp && (STACK.test(text) || text.trim() === "")) return true;
    this.#isAfterHangUp = isHangUp(text);
    return this.#isAfterHangUp || GREETING.test(text);
  }
}
