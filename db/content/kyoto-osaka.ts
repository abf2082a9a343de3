import { kyotoOsakaComments } from "#db/content/kyoto-osaka/comments.ts";
import { dayOneStops } from "#db/content/kyoto-osaka/day-1.ts";
import { dayTwoStops } from "#db/content/kyoto-osaka/day-2.ts";
import { dayThreeStops } from "#db/content/kyoto-osaka/day-3.ts";
import { dayFourStops } from "#db/content/kyoto-osaka/day-4.ts";
import { dayFiveStops } from "#db/content/kyoto-osaka/day-5.ts";
import { kyotoOsakaDecisions } from "#db/content/kyoto-osaka/decisions.ts";
import { kyotoOsakaDays } from "#db/content/kyoto-osaka/days.ts";
import { kyotoOsakaIdeas } from "#db/content/kyoto-osaka/ideas.ts";
import { kyotoOsakaItems } from "#db/content/kyoto-osaka/items.ts";
import { kyotoOsakaLists } from "#db/content/list-rows.ts";
import { kyotoOsakaMoney } from "#db/content/kyoto-osaka/money.ts";
import { kyotoOsakaReservations } from "#db/content/kyoto-osaka/reservations.ts";
import {
  resolveCommentTargets,
  resolveDecisionCandidates,
  resolveReservationStops,
} from "#db/content/trip-template.ts";
import type { TripTemplate } from "#db/content/trip-template.ts";

const stops = [
  ...dayOneStops,
  ...dayTwoStops,
  ...dayThreeStops,
  ...dayFourStops,
  ...dayFiveStops,
  ...kyotoOsakaIdeas,
];

const reservations = resolveReservationStops(stops, kyotoOsakaReservations);

/**
 * The sample trip that belongs to one user. It should begin on a Monday: no market or restaurant is then planned for a
 * day on which it is closed.
 */
export const kyotoOsakaTrip: TripTemplate = {
  title: { en: "Five days in Kyoto and Osaka", zh: "京都·大阪五日" },
  destination: {
    name: { en: "Kyoto and Osaka", zh: "京都与大阪" },
    lat: 35.0116,
    lng: 135.7681,
    timezone: "Asia/Tokyo",
    countryCode: "JP",
  },
  currency: "JPY",
  days: kyotoOsakaDays,
  stops,
  reservations,
  decisions: resolveDecisionCandidates(stops, kyotoOsakaDecisions),
  items: kyotoOsakaItems,
  lists: kyotoOsakaLists,
  comments: resolveCommentTargets(stops, reservations, kyotoOsakaComments),
  companions: [
    { key: "mika", name: "Mika" },
    { key: "jonas", name: "Jonas" },
    { key: "chenchen", name: "陈晨" },
  ],
  money: kyotoOsakaMoney,
};
