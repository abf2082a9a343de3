/**
 * Maximum number of live expenses of one trip. With the maximum numbers of expenses and settlements, every sum is an
 * exact integer, even if each amount were MAX_AMOUNT: (8,000 + 1,000) × 10^12 < 2^53.
 */
export const MAX_EXPENSES = 8000;
export const MAX_SETTLEMENTS = 1000;

/** How many of the newest expenses are part of a trip's answer; the others are read page by page. */
export const MAX_EXPENSES_IN_TRIP_ANSWER = 300;

/** Maximum number of items of a bill that is split by items. */
export const MAX_BILL_ITEMS = 200;
/** Maximum number of names on all items of one bill. It is limited because 300 expenses come with every trip. */
export const MAX_BILL_NAMES = 1000;

/** Maximum number of nights of one expense for lodging. */
export const MAX_NIGHTS = 60;
