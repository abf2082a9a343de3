import { call } from "#lib/client/base/api.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { balancesByCurrency } from "#lib/shared/balances.ts";
import type { ExpenseImportPreview } from "#lib/shared/expense-imports.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, newTrip } from "#tests/factories/trips.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { send, type SendInput, type RawAnswer } from "#tests/helpers/handlers.ts";

/** The part of an import's answer that says that nothing was left out or changed. */
export const NOTHING_LOST = { leftOut: [], notices: [] };

/** What Splitwise exports for a group of three. One member has a name that a spreadsheet would execute as a formula. */
export const GROUP_CSV = `Date,Description,Category,Cost,Currency,Mia,Ana,=Ben

2026-11-14,Dinner,Dining out,1000,JPY,667,-333,-334
2026-11-14,Dinner,Dining out,1000,JPY,667,-333,-334
2026-11-15,Ferry,Transportation,30.00,EUR,-10.00,20.00,-10.00
2026-11-16,Ana paid Mia,Payment,5.00,EUR,-5.00,5.00,0.00
2026-11-17,Total balance, , ,JPY,1334,-666,-668
2026-11-17,Total balance, , ,EUR,-15.00,25.00,-10.00
`;

export function sendFile(
  person: Person,
  tripId: string,
  text: string,
  more: SendInput = {},
): Promise<RawAnswer> {
  const form = fileForm(text, "group.csv");
  return send(importsApi.createExpenses, { params: { tripId }, token: person.token, form, ...more });
}

export async function preview(person: Person, tripId: string, text: string): Promise<ExpenseImportPreview> {
  const file = new Blob([text]);
  return (await call(importsApi.previewExpenses, { params: { tripId }, file }, as(person))).data;
}

/** Returns the trip's balances by currency and member name. */
export function balancesByName(trip: TripDto) {
  const nameOf = (id: string) => trip.members.find((member) => member.id === id)?.name;
  return Object.fromEntries(
    [...balancesByCurrency(trip)].map(([currency, balances]) => [
      currency,
      Object.fromEntries([...balances].map(([id, amount]) => [nameOf(id), amount])),
    ]),
  );
}

/** Everybody's balance after the import of `GROUP_CSV`. */
export const GROUP_BALANCES = {
  JPY: { Mia: 1334, Ana: -666, "=Ben": -668 },
  EUR: { Mia: -1500, Ana: 2500, "=Ben": -1000 },
};

export async function miasTrip() {
  const mia = await newPerson({ name: "Mia" });
  return { mia, trip: await newTrip(mia, { currency: "JPY" }) };
}
