/**
 * Maximum size of a trip's live rows together, in bytes: plan, reservations, lists, votes, suggestions and money. A day
 * of eight stops, each with a page of notes, takes 30 kB; 2,000 stops without notes take 1 MiB.
 */
export const MAX_TRIP_BYTES = 8 * 1024 * 1024;
