/** Counts hits of a key in a fixed window, which starts with the key's first hit. */
export interface RateLimitStore {
  /** Counts one hit. @throws AppError UNAVAILABLE when the hit can't be counted */
  hit(key: string, windowMs: number): Promise<{ count: number; resetsAt: number }>;
  /**
   * Subtracts one hit from a window that has not ended. It never rejects: a hit that is not subtracted only makes the
   * limit stricter.
   */
  takeBack(key: string): Promise<void>;
}
