/** Code that is loaded after the page. */
export interface LazyModule<T> {
  /** Loads the code once; returns null, and never rejects, when it can't be fetched now. The next call tries again. */
  load: () => Promise<T | null>;
  get: () => T | null;
  /** Calls the listener when the code is loaded. */
  subscribe: (come: () => void) => () => void;
}

/**
 * Creates a lazy module. `fetchCode` is an `import()`, which rejects without a connection, or after a new version was
 * deployed.
 */
export function createLazyModule<T>(fetchCode: () => Promise<T>): LazyModule<T> {
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
