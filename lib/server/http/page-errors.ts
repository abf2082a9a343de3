import { log } from "./log.ts";

/**
 * Logs the errors of pages. Next would print all fields of an error, such as the row of a failed statement; here it
 * becomes an ordinary log line with the reference that the page shows.
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
