import { LIST_RESOURCES } from "#lib/shared/resources/list-resources.ts";
import type { SearchHit } from "#lib/shared/search.ts";

/** Returns the path on which a result is shown; for a person, the plan with what they take part in. */
export function pathOf({ kind, id, tripId }: Pick<SearchHit, "kind" | "id" | "tripId">): string {
  const trip = `/trips/${tripId}`;
  switch (kind) {
    case "trip":
      return trip;
    case "stop":
      return `${trip}?stop=${id}`;
    case "reservation":
      return `${trip}?view=bookings&booking=${id}`;
    case "expense":
      return `${trip}?view=money&expense=${id}`;
    case "person":
      return `${trip}?who=${id}`;
    default:
      return `${trip}?view=lists&list=${LIST_RESOURCES[kind].list}`;
  }
}
