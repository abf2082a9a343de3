/** Maximum size of one imported file in bytes. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

/**
 * Maximum number of records that are read of one file; how many of them a trip takes depends on its own limit of stops.
 */
export const MAX_IMPORT_RECORDS = 10_000;

/** Maximum number of expenses and settlements that one file may add to a trip. */
export const MAX_IMPORT_EXPENSES = 5000;
