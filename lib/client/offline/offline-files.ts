import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { PAGE_USER_HEADER } from "#lib/shared/page-user.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { attachmentUrl } from "../open-trip/attachment-upload.ts";
import type { StoredResponse } from "../storage/offline-store.ts";

/** The most bytes of one trip's attachments, not counting its map. */
export const MAX_FILE_BYTES = 60_000_000;
/** The headers that are needed to show a file. Range headers are left out, because only the service answers ranges. */
const HEADERS = ["content-type", "content-disposition", "content-security-policy", "x-content-type-options"];

type Trip = Pick<TripDto, "id" | "days" | "stops" | "reservations" | "attachments">;

export interface WantedAttachments {
  /** The attachments of reservations, which are needed for boarding. */
  tickets: AttachmentDto[];
  others: AttachmentDto[];
}

/** Returns the trip's attachments in the order in which they are needed from today on, as many as a device stores. */
export function attachmentsToStore(trip: Trip, today: string): WantedAttachments {
  const dates = datesOf(trip);
  const rank = ({ target: { id } }: AttachmentDto) => {
    const date = dates.get(id) ?? "9999";
    // Past dates come after all dates to come.
    return `${date < today ? 1 : 0} ${date}`;
  };
  const live = trip.attachments.filter(({ deletedAt }) => deletedAt === null);
  const sorted = live.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
  const fitting = thatFit([...sorted.filter(isTicket), ...sorted.filter((file) => !isTicket(file))]);
  return {
    tickets: fitting.filter(isTicket),
    others: fitting.filter((file) => !isTicket(file)),
  };
}

function isTicket({ target: { kind } }: AttachmentDto): boolean {
  return kind === "reservation";
}

function thatFit(files: readonly AttachmentDto[]): AttachmentDto[] {
  let sum = 0;
  return files.filter(({ size }) => {
    if (sum + size > MAX_FILE_BYTES) return false;
    sum += size;
    return true;
  });
}

/** Returns the date of each stop and reservation by its id. */
function datesOf({ days, stops, reservations }: Trip): Map<string, string> {
  const byDay = new Map(days.map(({ id, date }) => [id, date]));
  return new Map([
    ...stops.map(({ id, dayId }) => [id, byDay.get(dayId ?? "") ?? "9999"] as const),
    ...reservations.map(({ id, start }) => [id, start?.local.slice(0, 10) ?? "9999"] as const),
  ]);
}

type Whose = Pick<StoredResponse, "tripId" | "userId">;

export function attachmentPath({ tripId }: Pick<Whose, "tripId">, { id }: Pick<AttachmentDto, "id">): string {
  const [path = ""] = attachmentUrl(tripId, id).split("?");
  return path;
}

/**
 * Fetches an answer in the form in which it is stored; null when the service refuses it to this user. Rejects when no
 * answer comes.
 */
export async function fetchStorableResponse(
  path: string,
  whose: Whose & Pick<StoredResponse, "kind">,
  signal: AbortSignal,
): Promise<StoredResponse | null> {
  const response = await fetch(path, { signal, headers: { [PAGE_USER_HEADER]: whose.userId } });
  if (response.status >= 500 || response.status === 429)
    throw new Error(`The service answered ${response.status}.`);
  if (!response.ok) return null;
  const headers = HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { ...whose, path, headers: Object.fromEntries(headers), body: await response.blob() };
}
