/** The bytes that stay free for the plan and unsent writes. */
const RESERVE_BYTES = 16_000_000;

/** Whether so many more bytes leave the reserve free, as far as the browser reports its storage. */
export async function hasStorageQuota(bytes: number): Promise<boolean> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined || quota - usage - bytes > RESERVE_BYTES;
}

/** Whether the error says that the browser has no more storage for this site. */
export function isQuotaExceeded(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}
