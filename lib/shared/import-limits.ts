/** Bytes of one imported file. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

/** Places that one file may add to a trip. */
export const MAX_IMPORT_PLACES = 1000;

/** Expenses and settlements that one file may add to a trip. */
export const MAX_IMPORT_EXPENSES = 5000;
