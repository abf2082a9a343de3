import { log } from "./log.ts";

/**
 * Next prints what a page failed at with all that the error holds, such as the row that a statement met. It becomes a
 * line of the log like any other, with the reference that the page shows.
 */
export function logPageErrors(): void {
  const { console: terminal } = globalThis;
  const print = terminal.error;
  terminal.error = (...said: unknown[]) => {
    const error = said.find((one) => one instanceof Error);
    if (error === undefined) return print(...said);
    log().error({ err: error, reference: "digest" in error ? error.digest : undefined }, "a page failed");
  };
}
