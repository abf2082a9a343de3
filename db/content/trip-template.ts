export type Bilingual = { en: string; zh: string };

type StopCategory =
  | "sight"
  | "food"
  | "cafe"
  | "bar"
  | "shopping"
  | "nature"
  | "museum"
  | "activity"
  | "lodging"
  | "transport"
  | "other";

export type TemplateDay = { title: Bilingual; notes: Bilingual | null };

export type TemplateStop = {
  /** Index into `days`; null stands for Ideas. */
  dayIndex: number | null;
  name: Bilingual;
  place: { lat: number; lng: number; address: string | null };
  category: StopCategory;
  /** Wall time "HH:mm" in the destination's zone. */
  startTime: string | null;
  endTime: string | null;
  notes: Bilingual | null;
  url: string | null;
  /** Minor units of the trip's currency, for the whole party: the owner and every companion. */
  costAmount: number | null;
  /** How many of the companions like it. */
  votes: number;
};

type TemplateComment = {
  /** Index into `stops`; null stands for the trip itself. */
  stopIndex: number | null;
  /** Key of a companion. */
  author: string;
  body: Bilingual;
};

export type TripTemplate = {
  title: Bilingual;
  destination: { name: Bilingual; lat: number; lng: number; timezone: string; countryCode: string };
  currency: string;
  days: TemplateDay[];
  stops: TemplateStop[];
  comments: TemplateComment[];
  companions: { key: string; name: string }[];
};

/** A comment that names its stop in English, so that reordering a day's file cannot move it to another stop. */
export type NamedComment = { stop: string | null; author: string; body: Bilingual };

/** Resolves each comment's stop to its index; throws when no stop has that English name. */
export function placeComments(
  stops: readonly TemplateStop[],
  comments: readonly NamedComment[],
): TemplateComment[] {
  return comments.map(({ stop, author, body }) => ({ stopIndex: findStopIndex(stops, stop), author, body }));
}

function findStopIndex(stops: readonly TemplateStop[], name: string | null): number | null {
  if (name === null) return null;
  const index = stops.findIndex((stop) => stop.name.en === name);
  if (index < 0) throw new Error(`No stop is named "${name}"`);
  return index;
}
