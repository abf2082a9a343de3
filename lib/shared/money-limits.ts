/** Live ones that one trip may hold. */
export const MAX_EXPENSES = 10_000;
export const MAX_SETTLEMENTS = 1000;

/** The newest that come with a trip; the others are read page by page. */
export const EXPENSES_IN_TRIP = 300;

/** Lines of a bill that is split by items. */
export const MAX_BILL_ITEMS = 200;

/** Nights that one expense for lodging may be for. */
export const MAX_NIGHTS = 60;
