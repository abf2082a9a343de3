/** For so many days after its deletion the owner can restore a trip; then it is purged. */
export const DELETED_TRIP_DAYS = 30;
