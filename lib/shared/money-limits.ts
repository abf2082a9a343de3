/**
 * Live ones that one trip may hold. Of both together no sum leaves the integers that are exact, though each came to
 * MAX_AMOUNT: (8,000 + 1,000) × 10^12 < 2^53.
 */
export const MAX_EXPENSES = 8000;
export const MAX_SETTLEMENTS = 1000;

/** The newest that come with a trip; the others are read page by page. */
export const EXPENSES_IN_TRIP = 300;

/** Lines of a bill that is split by items. */
export const MAX_BILL_ITEMS = 200;
/** Names that stand on all of these together: 300 expenses come with every trip. */
export const MAX_BILL_NAMES = 1000;

/** Nights that one expense for lodging may be for. */
export const MAX_NIGHTS = 60;
