/** The formats in which a trip can be exported. `csv` contains the plan, `expenses` is a CSV of the expenses. */
export const EXPORT_FORMATS = ["json", "ics", "gpx", "kml", "csv", "expenses"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
