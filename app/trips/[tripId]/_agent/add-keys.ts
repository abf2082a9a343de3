/** Adds keys to the parts of a text that only grows at its end, so that the index identifies a part. */
export function addKeys<T>(list: readonly T[]): { key: string; at: number; of: T }[] {
  return list.map((of, at) => ({ key: String(at), at, of }));
}
