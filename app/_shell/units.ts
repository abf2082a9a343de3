export const unitSystems = ["metric", "imperial"] as const;
export type Units = (typeof unitSystems)[number];

export const unitsCookie = "units";

/** Both our languages measure in kilometres where nobody has chosen. */
export function readUnits(value: string | undefined): Units {
  return unitSystems.find((units) => units === value) ?? "metric";
}
