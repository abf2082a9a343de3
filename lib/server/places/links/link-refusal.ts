import { AppError } from "#lib/shared/errors.ts";
import type { LinkProblem } from "#lib/shared/link-problems.ts";

const WHAT_TO_DO: Record<LinkProblem, string> = {
  off: "Short links are not followed here. Open the link and copy the long address that it leads to, or search by name.",
  no_answer: "The link's site gives no answer right now. Try again later, or search by name.",
  needs_key:
    "What three words stand for is only said for a key. Copy the coordinates from its map, or search by name.",
  list: "This link is a list of places. Export it with Google Takeout and import the file.",
  own_map: "This link is a map of several places. Export it as KML from the map's menu and import the file.",
  unknown_site:
    "Links of this site are not understood. Copy the coordinates of the place, or search by name.",
  nothing: "This link does not say where it leads. Copy the coordinates of the place, or search by name.",
};

/** Returns the error for a link. The reason is in `details.link`, for clients that show a text of their own. */
export function linkRefusal(problem: LinkProblem): AppError {
  const message = WHAT_TO_DO[problem];
  const details = { link: problem };
  if (problem === "no_answer") return new AppError("UNAVAILABLE", message, { details });
  return new AppError("VALIDATION_FAILED", message, { details, issues: [{ path: "query.q", message }] });
}
