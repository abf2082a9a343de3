/** The files that a trip can be had as. */
export const EXPORT_FORMATS = ["json", "ics", "gpx", "kml", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
