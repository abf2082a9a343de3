import * as z from "zod";
import { type DatesPreview, DatesPreviewQuery } from "#lib/shared/days.ts";
import { invalidFields } from "#lib/shared/errors.ts";
import { CalendarDate } from "#lib/shared/fields.ts";
import { DateMode } from "#lib/shared/trips.ts";
import { ISSUE_MESSAGES } from "../../http/issue-messages.ts";
import { previewDates as preview } from "../../trips/preview-dates.ts";
import { tool } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { shortenText } from "./short-text.ts";

const MOST_NAMED = 30;

export const previewDates = tool({
  name: "preview_dates",
  description:
    "What other dates of the trip would do: which days come and go, which stops would wait in Ideas, which bookings move along. It changes nothing; people see a card on which they can change the dates.",
  input: z.strictObject({
    startDate: CalendarDate,
    endDate: CalendarDate,
    mode: DateMode.describe(
      "keep: days keep their calendar dates; shift: the plan moves along with the first day",
    ),
  }),
  about: ({ startDate }) => ({ date: startDate }),
  async run({ ctx, tripId }, input) {
    const question = DatesPreviewQuery.safeParse(input, ISSUE_MESSAGES);
    if (!question.success) {
      const { issues } = question.error;
      throw invalidFields(issues.map(({ path, message }) => ({ path: path.join("."), message })));
    }
    const { startDate, endDate, mode } = input;
    const found = await preview(ctx, tripId, question.data);
    const movedStops = found.stopsToIdeas.length;
    return {
      told: { isChanged: false, ...toldPreview(found) },
      about: { date: startDate, count: movedStops },
      parts: [{ type: "dates", startDate, endDate, mode, movedStops }],
    };
  },
});

function toldPreview(found: DatesPreview): object {
  const dates = (days: readonly { date: string }[]) => some(days.map(({ date }) => date));
  return withoutEmptyFields({
    addedDates: some(found.addedDates),
    revivedDates: dates(found.revivedDays),
    retiredDates: dates(found.retiredDays),
    shiftedDays: some(found.shiftedDays.map(({ from, to }) => `${from} becomes ${to}`)),
    stopsToIdeas: some(found.stopsToIdeas.map(({ name, date }) => `${shortenText(name, 60)} (${date})`)),
    shiftedBookings: some(
      found.shiftedReservations.map(
        ({ title, from, to }) => `${shortenText(title, 60)}: ${from} becomes ${to}`,
      ),
    ),
    keptBookings: some(
      found.keptReservations.map(({ title, date, isOutside }) => {
        return `${shortenText(title, 60)} (${date}${isOutside ? ", outside the new dates" : ""})`;
      }),
    ),
  });
}

function some(words: readonly string[]): string[] {
  const rest = words.length - MOST_NAMED;
  return rest > 0 ? [...words.slice(0, MOST_NAMED), `and ${rest} more`] : [...words];
}
