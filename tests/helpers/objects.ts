import type { ObjectStore } from "#lib/server/storage/object-store.ts";

/** Returns the keys of everything below a folder, sorted. */
export async function keysIn(store: ObjectStore, folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of store.list(folder)) keys.push(...page.map(({ key }) => key));
  return keys.toSorted();
}
