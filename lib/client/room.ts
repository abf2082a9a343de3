/** For the plan and what is unsent, whatever else a device has. */
const RESERVE_BYTES = 16_000_000;

/** Whether so many bytes leave room for what comes first, as far as the browser says. */
export async function hasRoom(bytes: number): Promise<boolean> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined || quota - usage - bytes > RESERVE_BYTES;
}

/** The browser has no more room for this site. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}
