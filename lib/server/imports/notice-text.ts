import { assertNever } from "#lib/shared/errors.ts";
import type { ImportNotice } from "#lib/shared/import-notices.ts";

/** Returns a notice as an English sentence, for clients that do not know its code. */
export function noticeText(notice: ImportNotice): string {
  const { name, line } = notice;
  const record = line === null ? "The file" : `Record ${line}`;
  return `${name === null || name === "" ? record : `“${name.slice(0, 80)}”`} ${predicateOf(notice)}.`;
}

function predicateOf(notice: ImportNotice): string {
  switch (notice.code) {
    case "unplaced":
      return "has no spot and is added without one";
    case "coordinates-unreadable":
      return `has coordinates that can't be read (${notice.text}) and is added without a spot`;
    case "out-of-range":
      return `has coordinates beyond the map (${notice.text}) and is added without a spot`;
    case "map-view":
      return "stands in the middle of the map that its link shows, near its spot at best";
    case "text-cut":
      return notice.field === "record"
        ? "has more in it than is read; the rest is left out"
        : `has a ${notice.field} of ${notice.length} characters, of which ${notice.limit} are kept`;
    case "link-unreadable":
      return `has a link that is no web address (${notice.text}), which goes into the notes`;
    case "nameless-named":
      return `has no name in the file and is called by its ${notice.from}`;
    case "geometry-left":
      return `has ${notice.count} more points, lines or areas, which are left out`;
    case "date-lost":
      return `has a date that can't be told for sure (${notice.text}), which goes into the notes; write it as 2027-05-31`;
    case "time-lost":
      return `has a time that can't be kept (${notice.text}), which goes into the notes`;
    case "value-lost":
      return `has a value that can't be kept (${notice.field}: ${notice.text})`;
    case "date-outside-trip":
      return `is on ${notice.date}, which the trip does not have, and keeps it in Ideas`;
    case "when-differs":
      return `is there already and keeps its own day and time; the file says ${notice.text}`;
    case "nameless":
      return "has neither a name nor a spot and is left out";
    case "track":
      return `is a recorded track of ${notice.count} points and is left out`;
    case "route":
      return `is a route with ${notice.count} points without names, which are left out`;
    case "shape":
      return "is a line or an area and is left out";
    case "network-link":
      return `only points to a map on the web (${notice.text}); export that map without the link`;
    case "overlay":
      return "is a picture laid on the map and is left out";
    case "booking":
      return "is a booking and is left out";
    case "unreadable":
      return `can't be read (${notice.text}) and is left out`;
    case "picture":
      return `has ${notice.count} pictures, which are left out`;
    case "file-unread":
      return `is a file of the archive that was not read (${notice.reason})`;
    case "not-carried":
      return `has ${notice.count} ${notice.part}, which come only with a trip of its own`;
    case "full":
      return `has ${notice.count} places more than fit: a trip holds ${notice.limit} stops`;
    default:
      return assertNever(notice);
  }
}
