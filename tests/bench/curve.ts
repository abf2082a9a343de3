/** How one thing grows with another. */
export interface Curve {
  measure: string;
  /** What grows. */
  over: string;
  unit: "ms" | "kB" | "KiB" | "/s" | "pings" | "pages of the database";
  points: { at: number; value: number }[];
}
