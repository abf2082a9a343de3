import { placesApi } from "#lib/shared/api/places.ts";
import { type PastedPart, PasteReading } from "#lib/shared/pasted-text.ts";
import type { NamedPlace } from "#tests/doubles/named-places.ts";
import type { Person } from "#tests/factories/people.ts";
import { send } from "./handlers.ts";

export const PARIS = { name: "Paris", lat: 48.8566, lng: 2.3522 };
export const TOKYO = { name: "Tokyo", lat: 35.6895, lng: 139.6917 };

/** The places that the double of the place search knows. */
export const SIGHTS: readonly NamedPlace[] = [
  { id: 1, name: "Musée du Louvre", en: "Louvre Museum", lat: 48.8611, lng: 2.3358, city: "Paris" },
  { id: 2, name: "Tour Eiffel", en: "Eiffel Tower", lat: 48.8583, lng: 2.2945, city: "Paris" },
  { id: 3, name: "Place des Vosges", lat: 48.8556, lng: 2.3655, city: "Paris" },
  {
    id: 4,
    name: "Café de Flore",
    lat: 48.8541,
    lng: 2.3326,
    street: "Boulevard Saint-Germain",
    city: "Paris",
  },
  { id: 5, name: "Place des Vosges", lat: 48.1742, lng: 6.4496, city: "Épinal" },
  { id: 6, name: "Central Park", lat: 40.7829, lng: -73.9654, city: "New York" },
  { id: 7, name: "浅草寺", en: "Sensō-ji", lat: 35.7148, lng: 139.7967, city: "台東区" },
  { id: 8, name: "上野公园", en: "Ueno Park", lat: 35.7156, lng: 139.7731, city: "台東区" },
];

export async function paste(
  { token }: Person,
  tripId: string,
  text: string,
  links?: Array<{ text: string; href: string }>,
): Promise<PasteReading> {
  const answer = await send(placesApi.readPaste, { token, params: { tripId }, body: { text, links } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return PasteReading.parse(answer.body);
}

/** Returns a part of a pasted text as one line: the outcome, and the name with its time. */
export function summarizePart({ outcome, name, source, startTime, link }: PastedPart): string {
  const time = startTime === null ? "" : `${startTime} `;
  return `${outcome}${link ? ` (${link})` : ""}: ${time}${name ?? `[${source}]`}`;
}
