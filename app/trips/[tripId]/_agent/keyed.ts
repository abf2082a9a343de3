/** Parts of a text that grows at its end: the place of each is who it is. */
export function keyed<T>(list: readonly T[]): { key: string; at: number; of: T }[] {
  return list.map((of, at) => ({ key: String(at), at, of }));
}
