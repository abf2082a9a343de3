/** How one value grows with another. */
export interface Curve {
  measure: string;
  /** The value on which the cost depends. */
  over: string;
  unit: "ms" | "kB" | "KiB" | "/s" | "pings" | "pages of the database";
  points: { at: number; value: number }[];
}
