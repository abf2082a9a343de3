export const PANES = ["plan", "map", "bookings", "money", "ideas", "lists", "activity"] as const;
/**
 * The panes of the page. Wide screens show most of them beside the map, and the money instead of it; a phone shows
 * one at a time.
 */
export type Pane = (typeof PANES)[number];

/** What the drawer shows: a stop, a reservation, an expense, the discussion, suggestions, the agent, or nothing. */
export interface DrawerState {
  /** The id of the stop whose details are open; at most one of `stopId`, `reservationId` and `expenseId` is set. */
  stopId: string | null;
  reservationId: string | null;
  expenseId: string | null;
  /** Whether the discussion is open instead of details. */
  talk: boolean;
  /** Whether the received suggestions are open instead of details. */
  suggestions: boolean;
  /** Whether the trip's agent is open, in front of the open row if there is one. */
  agent: boolean;
}

/** The lists of which the pane of lists shows one at a time. */
export const SHOWN_LISTS = ["packing", "todo", "links"] as const;
export type ShownList = (typeof SHOWN_LISTS)[number];

export interface UrlState extends DrawerState {
  pane: Pane;
  list: ShownList;
  /** The id of a member; only what this member takes part in is shown. null shows everything. */
  who: string | null;
  /** The seq of the event after which the trip is shown; null shows the present. */
  past: number | null;
}

/** Reads the part of the view that the address contains: `?view=map&stop={id}`, `?who={memberId}`, `?asOf={seq}`. */
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
  const list = SHOWN_LISTS.find((known) => known === search.get("list")) ?? "packing";
  const opened = { stopId, reservationId, expenseId, talk, suggestions, agent };
  return { pane, list, who: search.get("who"), past, ...opened };
}

export function writeUrlState({ pane, list, who, past, ...opened }: UrlState): string {
  const { stopId, reservationId, expenseId, talk, suggestions, agent } = opened;
  const search = new URLSearchParams();
  if (pane !== "plan") search.set("view", pane);
  if (pane === "lists" && list !== "packing") search.set("list", list);
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
