import { stripVTControlCharacters } from "node:util";

/** Lines that PartyKit prints when it starts. */
const GREETING = /PartyKit v|^-+$|^Build succeeded|^\s*$/;

/**
 * Whether a line reports a client that hung up in the middle of a request. The runtime reports this as an exception of
 * its own, of the type "disconnected" and without a reason. Exceptions that the rooms' code throws have a reason after
 * "jsg.".
 */
function isHangUp(text: string): boolean {
  const isDisconnected = text.includes("Uncaught exception: ") && text.includes(": disconnected: ");
  return isDisconnected && text.trimEnd().endsWith(NO_REASON) && !text.includes("jsg.");
}

const NO_REASON = "worker_do_not_log; Request failed due to internal error";
const STACK = /^(?:✘ \[ERROR\])?\s*stack: /;

/** Recognizes lines of the rooms' process that do not help the operator. */
export class RoomsLogFilter {
  /** Whether the line before reported a client that hung up; the stack of that exception follows on its own line. */
  #isAfterHangUp = false;

  test(line: string): boolean {
    const text = stripVTControlCharacters(line);
    if (this.#isAfterHangUp && (STACK.test(text) || text.trim() === "")) return true;
    this.#isAfterHangUp = isHangUp(text);
    return this.#isAfterHangUp || GREETING.test(text);
  }
}
