/** For so long a deleted trip can be restored by its owner; then it goes for good. */
export const DELETED_TRIP_DAYS = 30;
