/** Projects that run alone: maps take a whole CPU core to draw, and some tests measure time. */
export const ONE_BY_ONE = [
  "timed",
  "timed with an agent",
  "maps",
  "maps without a network",
  "states with a map",
] as const;
export const TWO_AT_ONCE = [
  "with an agent",
  "with an agent's cards",
  "with a demonstration",
  "without a network",
  "without maps",
] as const;

/** The name of a project. A project that is in neither list would never run. */
export type ProjectName = (typeof ONE_BY_ONE | typeof TWO_AT_ONCE)[number];
