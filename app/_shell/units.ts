export const unitSystems = ["metric", "imperial"] as const;
export type Units = (typeof unitSystems)[number];

export const unitsCookie = "units";

/** Returns the chosen units; metric by default, because kilometres are usual in both languages. */
export function readUnits(value: string | undefined): Units {
  return unitSystems.find((units) => units === value) ?? "metric";
}
