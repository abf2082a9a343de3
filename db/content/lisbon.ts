import { lisbonComments } from "#db/content/lisbon/comments.ts";
import { dayOneStops } from "#db/content/lisbon/day-1.ts";
import { dayTwoStops } from "#db/content/lisbon/day-2.ts";
import { dayThreeStops } from "#db/content/lisbon/day-3.ts";
import { dayFourStops } from "#db/content/lisbon/day-4.ts";
import { lisbonDecisions } from "#db/content/lisbon/decisions.ts";
import { lisbonDays } from "#db/content/lisbon/days.ts";
import { lisbonIdeas } from "#db/content/lisbon/ideas.ts";
import { lisbonItems } from "#db/content/lisbon/items.ts";
import { lisbonLists } from "#db/content/list-rows.ts";
import { lisbonMoney } from "#db/content/lisbon/money.ts";
import { lisbonReservations } from "#db/content/lisbon/reservations.ts";
import {
  resolveCommentTargets,
  resolveDecisionCandidates,
  resolveReservationStops,
} from "#db/content/trip-template.ts";
import type { TripTemplate } from "#db/content/trip-template.ts";

const stops = [...dayOneStops, ...dayTwoStops, ...dayThreeStops, ...dayFourStops, ...lisbonIdeas];

const reservations = resolveReservationStops(stops, lisbonReservations);

/**
 * The shared demo trip. It should begin on a Wednesday: no stop is then planned for a day on which it is closed, and
 * the flea market is on the last day.
 */
export const lisbonTrip: TripTemplate = {
  title: { en: "Lisbon and Sintra in four days", zh: "里斯本与辛特拉四日" },
  destination: {
    name: { en: "Lisbon", zh: "里斯本" },
    lat: 38.7139,
    lng: -9.1394,
    timezone: "Europe/Lisbon",
    countryCode: "PT",
  },
  currency: "EUR",
  days: lisbonDays,
  stops,
  reservations,
  decisions: resolveDecisionCandidates(stops, lisbonDecisions),
  items: lisbonItems,
  lists: lisbonLists,
  comments: resolveCommentTargets(stops, reservations, lisbonComments),
  companions: [
    { key: "ines", name: "Inês" },
    { key: "max", name: "Max" },
    { key: "xiaoyu", name: "小雨" },
  ],
  money: lisbonMoney,
};
