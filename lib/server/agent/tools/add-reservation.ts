import * as z from "zod";
import {
  Latitude,
  labelField,
  lineField,
  Longitude,
  paragraphField,
  TimeZone,
  WebUrl,
} from "#lib/shared/fields.ts";
import { LocalTime, ReservationKind } from "#lib/shared/reservations.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { findKnownRow, shortId } from "./known-ids.ts";
import { requireKnownSpot } from "./known-places.ts";
import { plannedStops } from "./planned-stops.ts";
import { quoteName } from "./short-text.ts";
import { Cost, StopId } from "./stop-inputs.ts";
import { moneyText } from "./row-texts.ts";
import { givenFields, writeTool } from "./write-tool.ts";

const End = z.strictObject({
  local: LocalTime.shape.local.describe("YYYY-MM-DDTHH:mm as clocks there show, or YYYY-MM-DD"),
  zone: TimeZone.describe("IANA zone of that end, such as Asia/Tokyo"),
});

const Somewhere = z
  .strictObject({
    name: labelField(200),
    lat: Latitude.nullish(),
    lng: Longitude.nullish(),
    address: lineField(300).nullish(),
    code: lineField(8).nullish().describe("of the airport or station, e.g. KIX"),
  })
  .transform(givenFields);

export const addReservation = writeTool({
  name: "add_reservation",
  description:
    "Records a booking that somebody has made: it books nothing. Only with what the group told, nothing invented.",
  input: z.strictObject({
    kind: ReservationKind,
    title: labelField(200),
    start: End.nullish().describe("departure, check-in or beginning"),
    end: End.nullish().describe("arrival, check-out or end"),
    from: Somewhere.nullish().describe("where it begins; where it is, when it does not travel"),
    to: Somewhere.nullish().describe("where a journey ends"),
    confirmation: lineField(100).nullish().describe("confirmation number, if somebody gave one"),
    provider: lineField(120).nullish(),
    notes: paragraphField(10_000).nullish(),
    url: WebUrl.nullish(),
    cost: Cost.nullish(),
    stopId: StopId.nullish().describe("the stop of the plan that it is for"),
  }),
  about: ({ title }) => ({ name: title }),
  deed(run, trip, { stopId, ...fields }) {
    const stop = stopId ? findKnownRow("stop", stopId, plannedStops(run, trip)) : null;
    for (const place of [fields.from, fields.to]) requireKnownSpot(run, trip, place);
    const id = run.ctx.newId();
    const input = { ...givenFields(fields), id, ...(stop && { stopId: stop.id }) };
    const date = fields.start?.local.slice(0, 10);
    return {
      changes: [{ op: "reservations.create", input }],
      summary: {
        en: `Added the booking ${quoteName(fields.title)}${date ? ` on ${date}` : ""}.`,
        zh: `添加了${date ? ` ${date} 的` : ""}预订${quoteName(fields.title)}。`,
      },
      about: { name: fields.title, ...(date && { date }) },
      told: withoutEmptyFields({ bookingId: shortId(id), cost: moneyText(fields.cost ?? null) }),
    };
  },
});
