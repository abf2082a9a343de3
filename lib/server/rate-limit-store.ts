/** Counts hits of a key in a fixed window that its first hit opens. */
export interface RateLimitStore {
  /** @throws AppError UNAVAILABLE when the hit can't be counted */
  hit(key: string, windowMs: number): Promise<{ count: number; resetsAt: number }>;
  /** Takes one hit of a window that is open back. Never rejects: a hit that stays is too much, not too little. */
  takeBack(key: string): Promise<void>;
}
