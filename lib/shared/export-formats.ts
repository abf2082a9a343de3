/** The files that a trip can be had as. `csv` is of the plan, `expenses` a CSV of the money. */
export const EXPORT_FORMATS = ["json", "ics", "gpx", "kml", "csv", "expenses"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
