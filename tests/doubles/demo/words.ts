import { english } from "./words-english.ts";
import { chinese } from "./words-chinese.ts";
import type { Language } from "./intents.ts";
import type { FoundPlace, Trip, TripDay, TripStop } from "./tools.ts";

export interface Payment {
  from: string;
  to: string;
  /** The amount as it is written in the text. */
  amount: string;
}

export interface Change {
  /** The day's name, if the stop moves to another day. */
  day?: string;
  time?: string;
  after?: string;
}

export interface Leg {
  from: string;
  to: string;
  minutes: number | null;
  km: number | null;
}

/** What a change of the trip's dates would cause, as far as it is known. The lists contain names with their dates. */
export interface NewDates {
  movedDays: number;
  toIdeas: readonly string[];
  keptBookings: readonly string[];
}

export interface Problem {
  kind: string;
  date: string;
  /** The problem as a sentence in English. */
  says: string;
  /** The names of the stops and other rows that the problem is about. */
  names: readonly string[];
}

export interface HistoryEntry {
  /** The name of the member; empty if it is unknown. */
  by: string;
  /** The verb of the event's op, such as `moved`; `what` is the whole op, such as `stop.moved`. */
  verb: string;
  what: string;
  name: string;
}

export type StreetOutcome = "empty" | "place_not_found" | "invalid_request" | "service_unavailable";

/** All texts of the model, in one language. */
export interface Words {
  locale: string;
  /** The separator between two sentences. */
  between: string;
  help: string;
  notUnderstood: string;
  /** The answer when a tool is missing: either the user may not use it, or the service does not have it. */
  notHere: string;
  noTrip: string;
  cannotBook: string;
  whichDay: string;
  whichPlace: string;
  noDates: string;
  noAmount: string;
  fine: string;
  nobodyOwes: string;
  noHistory: string;
  noBalances: string;
  dayName(trip: Trip, day: TripDay | null): string;
  noDay(trip: Trip): string;
  noStop(words: string): string;
  which(names: readonly string[]): string;
  refused(why: string): string;
  proposed(sentence: string): string;
  added(name: string, day: string, time: string | undefined, place: FoundPlace | null): string;
  changed(name: string, change: Change): string;
  alreadySo(name: string): string;
  removed(name: string): string;
  found(what: string, near: string, places: readonly FoundPlace[]): string;
  foundNone(what: string, near: string): string;
  where(place: FoundPlace): string;
  planned(trip: Trip, day: TripDay | null, time: string | null): string;
  street(where: string, photos: number, hasPanorama: boolean): string;
  noStreet(where: string, outcome: StreetOutcome): string;
  dayPlan(day: string, title: string | null, stops: readonly TripStop[], notes: string): string;
  tripPlan(trip: Trip): string;
  noted(day: string): string;
  packed(text: string): string;
  drafted(title: string, amount: string): string;
  dates(start: string, end: string, preview: NewDates): string;
  route(day: string, legs: readonly Leg[], summary: string): string;
  owes(payments: readonly Payment[]): string;
  problems(found: readonly Problem[]): string;
  history(deeds: readonly HistoryEntry[]): string;
}

export const wordsIn: Readonly<Record<Language, Words>> = { en: english, zh: chinese };
