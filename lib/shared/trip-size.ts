/**
 * Bytes that a trip's live rows may come to together: plan, bookings, lists, votes, suggestions and money. A day of eight
 * stops, each with a page of notes, comes to 30 kB; 2,000 stops without come to 1 MiB.
 */
export const MAX_TRIP_BYTES = 8 * 1024 * 1024;
