export const PANES = ["plan", "map", "ideas", "activity"] as const;
/** Wide screens show plan or activity beside the map; a phone shows one of them. */
export type Pane = (typeof PANES)[number];

export interface Place {
  pane: Pane;
  stopId: string | null;
}

/** The part of the view that has an address: `?view=map&stop={id}`. */
export function readPlace(search: URLSearchParams): Place {
  const view = search.get("view");
  return { pane: PANES.find((pane) => pane === view) ?? "plan", stopId: search.get("stop") };
}

export function placeSearch({ pane, stopId }: Place): string {
  const search = new URLSearchParams();
  if (pane !== "plan") search.set("view", pane);
  if (stopId) search.set("stop", stopId);
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
