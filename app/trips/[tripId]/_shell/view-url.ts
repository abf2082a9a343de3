export const PANES = ["plan", "map", "bookings", "money", "ideas", "lists", "activity"] as const;
/** Wide screens show most of them beside the map, and money in its place; a phone shows one of them. */
export type Pane = (typeof PANES)[number];

/** What stands beside the plan or over it: a stop, a booking, an expense, the discussion, suggestions, or nothing. */
export interface Opened {
  /** What has its details open: a stop, a booking, an expense or nothing. */
  stopId: string | null;
  reservationId: string | null;
  expenseId: string | null;
  /** What is said about the whole trip stands in their place. */
  talk: boolean;
  /** And so do the changes that somebody suggests. */
  suggestions: boolean;
  /** The trip's agent is in front of the open row, if there is one. */
  agent: boolean;
}

export interface UrlState extends Opened {
  pane: Pane;
  /** Only what this member takes part in is shown; null: everything. */
  who: string | null;
  /** The trip is shown as it was after this event; null: as it is. */
  past: number | null;
}

/** The part of the view that has an address: `?view=map&stop={id}`, `?who={memberId}`, `?asOf={seq}`. */
export function readUrlState(search: URLSearchParams): UrlState {
  const view = search.get("view");
  const stopId = search.get("stop");
  const reservationId = stopId === null ? search.get("booking") : null;
  const isRow = stopId !== null || reservationId !== null;
  const expenseId = isRow ? null : search.get("expense");
  const isFree = !isRow && expenseId === null;
  const talk = isFree && search.has("talk");
  const suggestions = isFree && !talk && search.has("suggestions");
  const agent = !talk && !suggestions && search.has("agent");
  const pane = PANES.find((known) => known === view) ?? "plan";
  const seq = Number(search.get("asOf"));
  const past = Number.isSafeInteger(seq) && seq > 0 ? seq : null;
  const opened = { stopId, reservationId, expenseId, talk, suggestions, agent };
  return { pane, who: search.get("who"), past, ...opened };
}

export function placeSearch({ pane, who, past, ...opened }: UrlState): string {
  const { stopId, reservationId, expenseId, talk, suggestions, agent } = opened;
  const search = new URLSearchParams();
  if (pane !== "plan") search.set("view", pane);
  if (who) search.set("who", who);
  if (past !== null) search.set("asOf", String(past));
  if (stopId) search.set("stop", stopId);
  else if (reservationId) search.set("booking", reservationId);
  else if (expenseId) search.set("expense", expenseId);
  else if (talk) search.set("talk", "1");
  else if (suggestions) search.set("suggestions", "1");
  if (agent && !talk && !suggestions) search.set("agent", "1");
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
