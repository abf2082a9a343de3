/** Code that comes after the page. */
export interface Part<T> {
  /** Fetches it once; null, never a rejection, when it cannot be had now. Asking again then tries again. */
  load: () => Promise<T | null>;
  get: () => T | null;
  /** Tells when it has come. */
  subscribe: (come: () => void) => () => void;
}

/** `fetchCode` is an `import()`: without a connection, or after a new version went live, it rejects. */
export function makePart<T>(fetchCode: () => Promise<T>): Part<T> {
  let code: T | null = null;
  let loading: Promise<T | null> | null = null;
  const waiting = new Set<() => void>();

  async function load(): Promise<T | null> {
    try {
      code = await fetchCode();
      for (const come of waiting) come();
      return code;
    } catch {
      loading = null;
      return null;
    }
  }

  return {
    load: () => (loading ??= load()),
    get: () => code,
    subscribe(come) {
      waiting.add(come);
      return () => waiting.delete(come);
    },
  };
}
