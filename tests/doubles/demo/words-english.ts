import type { FoundPlace, Trip, TripDay, TripStop } from "./tools.ts";
import { datesOf, dateText, dayNumber, bulletList } from "./sentences.ts";
import type { HistoryEntry, Words } from "./words.ts";

const LOCALE = "en-GB";
const CAN =
  "I can add, move, re-time and remove stops, find places and show the street around them, read you a day's plan, " +
  "say who owes what, draft an expense, add to the packing list, write a day's note, check the trip, and work out other dates.";

export const english: Words = {
  locale: LOCALE,
  between: " ",
  help: `${CAN} Try “add ramen at Ichiran on day 2 at 19:00” or “what's the plan for Sunday?”.`,
  notUnderstood: `Sorry, that is beyond me: I only know a few kinds of sentences. ${CAN}`,
  notHere: "I can't do that in this trip: I don't have the tool for it here.",
  noTrip: "I couldn't read the trip just now, so I've left everything as it is. Please try again.",
  cannotBook:
    "I can't book, buy or call anything. I can add it as a stop, and you can enter the booking once you have it.",
  whichDay: "Which day shall it be on? Say for example “on day 2”, or “to the ideas”.",
  whichPlace: "Which place do you mean? Give me the name of a stop, or of any other place.",
  noDates: "The trip has no dates yet, so there is nothing to shift.",
  noAmount: "I couldn't make out the amount. Write it like “I paid 45.50 euros for dinner”.",
  fine: "I've checked the trip and found nothing that doesn't fit.",
  nobodyOwes: "Nobody owes anybody anything.",
  noHistory: "Nothing has been changed yet.",
  noBalances: "I couldn't read the balances just now.",
  dayName: (trip, day) => (day ? `day ${dayNumber(trip, day)}${dated(day)}` : "the ideas"),
  noDay: (trip) => {
    const [start, end] = datesOf(trip, LOCALE);
    const span = start && end ? `, from ${start} to ${end}` : "";
    return trip.days.length === 0
      ? "The trip has no days yet."
      : `There is no such day: the trip has ${trip.days.length === 1 ? "one day" : `${trip.days.length} days`}${span}.`;
  },
  noStop: (words) => `I can't find a stop like “${words}” in the trip, so I've changed nothing.`,
  which: (names) => {
    const quoted = names.map((name) => `“${name}”`);
    return `Which one do you mean: ${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}?`;
  },
  refused: (why) => (why === "" ? "That didn't work; nothing was changed." : `That didn't work: ${why}`),
  proposed: (sentence) => `As a suggestion, for someone who edits the trip to accept: ${sentence}`,
  added: (name, day, time, place) =>
    `I've added “${name}” to ${day}${time === undefined ? "" : ` at ${time}`}. ${pin(place)}`,
  changed: (name, { day, time, after }) =>
    [
      `“${name}” is now`,
      ...(day === undefined ? [] : [`on ${day}`.replace("on the ideas", "among the ideas")]),
      ...(time === undefined ? [] : [`at ${time}`]),
      ...(after === undefined ? [] : [`after “${after}”`]),
    ].join(" ") + ".",
  alreadySo: (name) => `“${name}” is there already; I've changed nothing.`,
  removed: (name) => `I've removed “${name}”. Whoever misses it can undo that.`,
  found: (what, near, places) =>
    bulletList(
      `Here is what I found for ${what === "" ? "places" : `“${what}”`}${near === "" ? "" : ` near ${near}`}:`,
      places.map(placeLine),
      "Tell me which one to add, and to which day.",
    ),
  foundNone: (what, near) =>
    `I found no ${what === "" ? "places" : `“${what}”`}${near === "" ? "" : ` near ${near}`}.`,
  where: (place) => {
    const region = place.region === undefined ? "" : `, ${place.region}`;
    const far =
      place.distanceKm === undefined ? "" : `, ${kilometres(place.distanceKm)} from the nearest stop`;
    return `${place.name} is at ${place.lat.toFixed(4)}, ${place.lng.toFixed(4)}${region}${far}.`;
  },
  planned: (trip, day, time) => {
    if (!day) return "It is among the ideas.";
    return `It is planned for ${english.dayName(trip, day)}${time === null ? "" : ` at ${time}`}.`;
  },
  street: (where, photos, hasPanorama) =>
    `Here is the street around ${where}: ${photos === 1 ? "one photo" : `${photos} photos`}${hasPanorama ? ", with a panorama to turn" : ""}.`,
  noStreet: (where, outcome) =>
    ({
      empty: `Nobody has taken photos of the street around ${where} yet.`,
      place_not_found: `I don't know where “${where}” is.`,
      invalid_request: `I can't look there: “${where}” is no place that I can look at.`,
      service_unavailable: "The street photos can't be reached just now. Try again in a while.",
    })[outcome],
  dayPlan: (day, title, stops, notes) => {
    const name = `${day[0]?.toUpperCase() ?? ""}${day.slice(1)}${title === null ? "" : `, “${title}”`}`;
    const head = stops.length === 0 ? `${name}: nothing is planned yet.` : `${name}:`;
    return bulletList(head, stops.map(stopLine), notes === "" ? "" : `Note: ${notes}`);
  },
  tripPlan: (trip) =>
    bulletList(
      `${trip.title}, ${trip.days.length === 1 ? "one day" : `${trip.days.length} days`}:`,
      trip.days.map(
        (day) => `Day ${dayNumber(trip, day)}${dated(day)}: ${namesOf(day.stops, "nothing yet")}`,
      ),
      trip.ideas.length === 0 ? "" : `Ideas: ${namesOf(trip.ideas, "")}`,
    ),
  noted: (day) => `I've written that into the notes of ${day}.`,
  packed: (text) => `“${text}” is on the packing list.`,
  drafted: (title, amount) =>
    `I've drafted an expense, “${title}”, ${amount}. Have a look at who paid and who shares it.`,
  dates: (start, end, { movedDays, toIdeas, keptBookings }) =>
    [
      `The trip would go from ${dateText(start, LOCALE)} to ${dateText(end, LOCALE)}.`,
      ...(movedDays === 0
        ? []
        : [`${movedDays === 1 ? "One day" : `${movedDays} days`} would move along with their stops.`]),
      ...(toIdeas.length === 0 ? [] : [`To the ideas would go: ${toIdeas.join(", ")}.`]),
      ...(keptBookings.length === 0 ? [] : [`Bookings that stay: ${keptBookings.join(", ")}.`]),
      "I've changed nothing: that is for you to decide, in the trip's dates.",
    ].join(" "),
  route: (day, legs, summary) =>
    bulletList(
      legs.length === 0 && summary === ""
        ? `There are no ways to estimate on ${day}.`
        : `The ways of ${day}:`,
      legs.map(({ from, to, minutes, km }) => {
        const facts = [minutes === null ? "" : `${minutes} min`, km === null ? "" : kilometres(km)];
        return `${from} → ${to}: ${facts.filter(Boolean).join(", ") || "unknown"}`;
      }),
      summary,
    ),
  owes: (payments) =>
    bulletList(
      "To settle up:",
      payments.map(({ from, to, amount }) => `${from} pays ${to} ${amount}`),
    ),
  problems: (found) =>
    bulletList(
      "This doesn't fit yet:",
      found.map(({ date, says }) => (date === "" ? says : `${dateText(date, LOCALE)}: ${says}`)),
    ),
  history: (deeds) => bulletList("The latest changes:", deeds.map(deedLine)),
};

function deedLine({ by, verb, what, name }: HistoryEntry): string {
  const words = VERBS[verb] ?? verb;
  const thing = name === "" ? `the ${what.split(".")[0] ?? ""}` : `“${name}”`;
  return by === "" ? `${thing} ${words}` : `${by} ${words} ${thing}`;
}

const VERBS: Readonly<Record<string, string>> = {
  created: "added",
  updated: "changed",
  deleted: "removed",
  restored: "brought back",
  set: "voted for",
};

function dated({ date }: TripDay): string {
  return date === null ? "" : ` (${dateText(date, LOCALE)})`;
}

function pin(place: FoundPlace | null): string {
  if (!place) return "I found no such place for the map, so it has no pin yet.";
  return `On the map it is at ${place.name}${place.region === undefined ? "" : `, ${place.region}`}.`;
}

function placeLine({ name, region, distanceKm }: FoundPlace): string {
  const facts = [region ?? "", distanceKm === undefined ? "" : kilometres(distanceKm)].filter(Boolean);
  return facts.length === 0 ? name : `${name} (${facts.join(", ")})`;
}

function kilometres(km: number): string {
  return km < 1 ? `${Math.round(km * 1000)} m` : `${km < 10 ? km.toFixed(1) : Math.round(km)} km`;
}

function stopLine({ name, startTime, endTime }: TripStop): string {
  if (startTime === null) return name;
  return `${startTime}${endTime === null ? "" : `–${endTime}`} ${name}`;
}

function namesOf(stops: Trip["ideas"], none: string): string {
  return stops.map(({ name }) => name).join(" · ") || none;
}
