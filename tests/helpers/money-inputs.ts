import type { Person } from "#tests/factories/people.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import type { SendInput } from "./handlers.ts";

type MakeInput = (scene: TripFixture, by: Person) => SendInput;

function onTrip({ tripId }: TripFixture, more: Omit<SendInput, "params"> = {}): SendInput {
  return { params: { tripId }, ...more };
}

/**
 * Inputs of the endpoints of exchange rates, balances and the budget; those of expenses and settlements are in other
 * files.
 */
export const MONEY_INPUTS: Readonly<Record<string, MakeInput>> = {
  "money.balances": (scene) => onTrip(scene),
  "money.settleUp": (scene) => onTrip(scene, { query: { by: "currency" } }),
  "money.budget": (scene) => onTrip(scene),
  "money.setBudget": (scene) =>
    onTrip(scene, { body: { currency: "EUR", total: 200_000, limits: { food: 40_000, lodging: 90_000 } } }),
  "money.rate": (scene) => onTrip(scene, { query: { currency: "EUR", date: "2026-11-15" } }),
  "money.previewCurrency": (scene) =>
    onTrip(scene, { body: { currency: "EUR", rate: { value: "0.0056", date: "2026-11-15" } } }),
};
