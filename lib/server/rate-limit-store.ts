/** Counts hits of a key in a fixed window that its first hit opens. */
export interface RateLimitStore {
  /** @throws AppError UNAVAILABLE when the hit can't be counted */
  hit(key: string, windowMs: number): Promise<{ count: number; resetsAt: number }>;
}
