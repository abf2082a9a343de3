import { crossRate, isRateValue, type Rate, type RateSource } from "#lib/shared/rates.ts";
import { configuredService } from "../open-services/clients.ts";
import { type DayRates, RateProvider } from "./rate-provider.ts";
import snapshot from "./rates-snapshot.json" with { type: "json" };

const shipped: DayRates = { date: snapshot.date, rates: new Map(Object.entries(snapshot.rates)) };

let provider: RateProvider | null | undefined;

function rateProvider(): RateProvider | null {
  if (provider === undefined) {
    const service = configuredService("rates");
    provider = service && new RateProvider(service);
  }
  return provider;
}

/**
 * Returns what one unit of a currency is worth in another: from the server of exchange rates if one is set, or else
 * from the shipped snapshot, whose date then shows how old the rate is. It may wait for the server, so never call it
 * under a lock.
 * @param date `YYYY-MM-DD`; for future days the latest rate is used
 * @returns null when no rate is known
 */
export async function lookUpRate(currency: string, to: string, date: string): Promise<Rate | null> {
  const found = await rateProvider()?.find(date, [currency, to]);
  return (found && rateOf(found, "ecb", currency, to)) ?? lookUpSnapshotRate(currency, to);
}

/** Looks up a rate like {@link lookUpRate}, but only in the snapshot, so it may be called under a lock. */
export async function lookUpSnapshotRate(currency: string, to: string): Promise<Rate | null> {
  return rateOf(shipped, "snapshot", currency, to);
}

function rateOf({ date, rates }: DayRates, source: RateSource, currency: string, to: string): Rate | null {
  const [from, into] = [rates.get(currency), rates.get(to)];
  if (from === undefined || into === undefined) return null;
  const value = crossRate(from, into);
  return isRateValue(value) ? { to, value, source, date } : null;
}
