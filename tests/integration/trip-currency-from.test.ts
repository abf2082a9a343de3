import { expect, test } from "vitest";
import { moneyApi } from "#lib/shared/api/money.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto, TripPatch } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const CHANGED = "Someone else changed this in the meantime.";
const TYPED = { value: "0.86", from: "EUR" };

/** Creates a trip that its owner has seen in euros and has changed to dollars in another window since. */
async function newPurse() {
  const { tripId, owner } = await newTripFixture();
  const params = { tripId };
  const patch = (body: TripPatch, headers = {}, person: Person = owner): Promise<RawAnswer> =>
    send(tripsApi.update, { params, body, token: person.token, headers });
  expectWritten(await patch({ currency: "EUR", currencyRate: { value: "0.006" } }));
  expectWritten(await patch({ currency: "USD", currencyRate: { value: "1.1", from: "EUR" } }));
  const preview = (body: object) => send(moneyApi.previewCurrency, { params, body, token: owner.token });
  return { tripId, owner, patch, preview };
}

test("a rate that was typed from euros is not taken for one from dollars, by its own author either", async () => {
  const { tripId, owner, patch, preview } = await newPurse();
  const current = await readTrip(owner, tripId);
  // The base seq includes the owner's own change, so only the currency that the page still shows reveals the
  // conflict.
  const base = { "x-base-seq": String(current.seq) };
  const sent = await patch({ currency: "GBP", currencyRate: TYPED, title: "London" }, base);
  expectRefused(sent, 409, "FIELD_CONFLICT", CHANGED, {
    details: { fields: ["currency"], current: expect.objectContaining({ id: tripId, currency: "USD" }) },
  });
  const asked = await preview({ currency: "GBP", rate: TYPED });
  expect(asked).toMatchObject({ status: 409, body: { code: "FIELD_CONFLICT" } });
  expect(await readTrip(owner, tripId)).toEqual(current);
});

test("whoever insists gets the currency, by a rate that leads from the one of now", async () => {
  const { patch, preview } = await newPurse();
  const sent = await patch({ currency: "GBP", currencyRate: TYPED }, { "x-force": "true" });
  expectWritten(sent);
  const { currency, formerCurrencies } = sent.body as TripDto;
  expect(currency).toBe("GBP");
  const former = formerCurrencies.find((each) => each.currency === "USD");
  expect(former?.source).not.toBe("typed");
  expect((await preview({ currency: "EUR", rate: { value: "1.16", from: "GBP" } })).status).toBe(200);
});

test("from the trip's currency it counts, and without saying from which one it still does", async () => {
  const { patch } = await newPurse();
  const from = await patch({ currency: "GBP", currencyRate: { value: "0.79", from: "USD" } });
  expect(from.body).toMatchObject({ currency: "GBP" });
  const { formerCurrencies } = from.body as TripDto;
  expect(formerCurrencies.find((each) => each.currency === "USD")).toMatchObject({
    value: "0.79",
    source: "typed",
  });
  expectWritten(await patch({ currency: "JPY", currencyRate: { value: "190" } }));
});
