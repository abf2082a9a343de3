/** The limits of a search for street photos. */
export const STREET_VIEW_LIMITS = {
  defaultRadiusMeters: 100,
  maxRadiusMeters: 1000,
  defaultLimit: 5,
  maxLimit: 10,
  /** Maximum width of a search cell at the beginning, in metres. */
  cellMeters: 500,
  /** Maximum number of HTTP requests of one search, retries and splits included. */
  requestBudget: 48,
  previewMaxBytes: 2 * 1024 * 1024,
  cacheSeconds: 15 * 60,
} as const;
