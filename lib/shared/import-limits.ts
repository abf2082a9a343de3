/** Bytes of one imported file. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

/** Records of one file that are read; what of them a trip takes, its own limit of stops says. */
export const MAX_IMPORT_RECORDS = 10_000;

/** Expenses and settlements that one file may add to a trip. */
export const MAX_IMPORT_EXPENSES = 5000;
