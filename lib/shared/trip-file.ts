import * as z from "zod";
import { AttachmentDto } from "./attachments.ts";
import { CommentTarget } from "./comments.ts";
import { CoverChoice } from "./covers.ts";
import { daysBetween } from "./dates.ts";
import { MAX_TRIP_DAYS, refineRange } from "./date-range.ts";
import { DayTitle } from "./days.ts";
import { MAX_DECISIONS } from "./decisions.ts";
import { DisplayName } from "./display-name.ts";
import { CalendarDate, Currency, Id, Instant, labelField, paragraphField, TimeZone } from "./fields.ts";
import { ItemList, MAX_ITEMS } from "./items.ts";
import { MAX_RESERVATIONS } from "./reservation-kinds.ts";
import { NewReservation } from "./reservations.ts";
import { fileShapes } from "./resources/list-schemas.ts";
import { ROLES } from "./roles.ts";
import { MAX_EXPENSES, MAX_SETTLEMENTS } from "./money-limits.ts";
import { MAX_STOPS, NewStop } from "./stops.ts";
import { FileInstant } from "./trip-file-instant.ts";
import {
  checkMoney,
  FileBudget,
  FileExpense,
  FileFormerCurrency,
  FileSettlement,
} from "./trip-file-money.ts";
import { checkReferences } from "./trip-file-references.ts";
import { Destination } from "./trips.ts";

/*
 * The schema of a trip file. Ids only connect the rows within the file: an import gives every row a new id. The file
 * does not contain what belongs to one service: versions, ordering keys (the lists are in order), invites, history, and
 * suggestions without an answer.
 */

/**
 * The maximum number of members in a trip file. It includes members who have left, whom no limit of a trip counts; in
 * the same way, MAX_FILE_DAYS includes days outside the trip's dates.
 */
const MAX_FILE_MEMBERS = 10_000;
const MAX_FILE_DAYS = 100 * MAX_TRIP_DAYS;
/**
 * The factor by which a trip file may exceed a trip's limits: a member with as many rows as allowed, some of them
 * private, may see as many again that others shared with them.
 */
const WITH_PRIVATE = 2;

const FileMember = z.strictObject({
  id: Id,
  name: DisplayName,
  role: z.enum(ROLES),
  leftAt: FileInstant.nullable(),
});

const FileDay = z.strictObject({
  id: Id,
  date: CalendarDate,
  title: DayTitle.nullable(),
  notes: paragraphField(10_000).nullable(),
  timezone: TimeZone.nullable(),
  isRetired: z.boolean().meta({ description: "outside the trip's dates; it comes back when they do" }),
});

const FileVote = z.strictObject({
  memberId: Id,
  value: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  updatedAt: FileInstant,
});

const FileStop = NewStop.extend({
  id: Id,
  formerDate: CalendarDate.nullable(),
  votes: z.array(FileVote).max(MAX_FILE_MEMBERS),
});

const FileReservation = NewReservation.safeExtend({ id: Id });

const FileDecision = z.strictObject({
  id: Id,
  title: labelField(200),
  notes: paragraphField(5000).nullable(),
  candidates: z.array(Id).max(50),
  deadline: FileInstant.nullable(),
  dayId: Id.nullable(),
  status: z.enum(["open", "tied", "closed"]),
  winnerId: Id.nullable(),
  closedAt: FileInstant.nullable(),
});

const FileItem = z.strictObject({
  id: Id,
  list: ItemList,
  text: labelField(300),
  section: labelField(60).nullable(),
  assigneeId: Id.nullable(),
  dueDate: CalendarDate.nullable(),
  doneAt: FileInstant.nullable(),
  isPrivate: z.boolean().meta({ description: "only whoever exported it sees it" }),
});

const FileComment = z.strictObject({
  id: Id,
  target: CommentTarget,
  memberId: Id,
  body: paragraphField(5000).min(1, "Write something first."),
  mentions: z.array(Id).max(50),
  editedAt: FileInstant.nullable(),
  resolvedAt: FileInstant.nullable(),
  createdAt: FileInstant,
});

/** A record of an attachment; its bytes are not in the file. */
const FileAttachment = AttachmentDto.pick({ target: true, name: true, contentType: true, size: true }).extend(
  {
    id: Id,
  },
);

const FileTrip = z
  .strictObject({
    id: Id,
    title: labelField(120),
    destination: Destination.nullable(),
    startDate: CalendarDate.nullable(),
    endDate: CalendarDate.nullable(),
    timezone: TimeZone,
    currency: Currency,
    formerCurrencies: z.array(FileFormerCurrency).max(200).default([]),
    budget: FileBudget.nullable().default(null),
    cover: CoverChoice.nullable().default(null),
  })
  .superRefine(refineRange);

const FORMAT = "wayfare-trip";

export const TripFile = z
  .strictObject({
    format: z.literal(FORMAT),
    version: z.literal(1),
    exportedAt: Instant,
    exportedBy: Id.nullable().meta({ description: "the member whose file it is; null: none of them" }),
    trip: FileTrip,
    members: z.array(FileMember).max(MAX_FILE_MEMBERS),
    days: z.array(FileDay).max(MAX_FILE_DAYS),
    stops: z.array(FileStop).max(MAX_STOPS, `A trip holds at most ${MAX_STOPS} stops.`),
    reservations: z.array(FileReservation).max(MAX_RESERVATIONS),
    decisions: z.array(FileDecision).max(MAX_DECISIONS),
    items: z.array(FileItem).max(WITH_PRIVATE * MAX_ITEMS),
    ...fileShapes,
    // Older files have neither expenses nor settlements.
    expenses: z
      .array(FileExpense)
      .max(WITH_PRIVATE * MAX_EXPENSES)
      .default([]),
    settlements: z
      .array(FileSettlement)
      .max(WITH_PRIVATE * MAX_SETTLEMENTS)
      .default([]),
    comments: z.array(FileComment).max(50_000),
    attachments: z.array(FileAttachment).max(1000),
  })
  .superRefine(checkShared)
  .superRefine(checkReferences)
  .superRefine(checkMoney)
  .superRefine(checkDays)
  .meta({ id: "TripFile" });
export type TripFile = z.infer<typeof TripFile>;

interface Shared {
  items: { isPrivate: boolean }[];
  expenses: { isPrivate: boolean }[];
  settlements: { isPrivate: boolean }[];
}

/** Checks that the rows which everybody sees do not exceed the limits of a trip. */
function checkShared(file: Shared, ctx: z.RefinementCtx): void {
  const most = { items: MAX_ITEMS, expenses: MAX_EXPENSES, settlements: MAX_SETTLEMENTS };
  for (const name of ["items", "expenses", "settlements"] as const) {
    const count = file[name].filter(({ isPrivate }) => !isPrivate).length;
    if (count <= most[name]) continue;
    const message = `A trip holds at most ${most[name]} ${name}.`;
    ctx.addIssue({ code: "custom", path: [name], message });
  }
}

interface Dated {
  trip: { startDate: string | null; endDate: string | null };
  days: { date: string; isRetired: boolean }[];
}

/** Checks that days lie inside the trip's dates, and that each date occurs once. */
function checkDays({ trip, days }: Dated, ctx: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { date, isRetired }] of days.entries()) {
    if (isRetired) continue;
    const { startDate, endDate } = trip;
    const isInside =
      startDate !== null &&
      endDate !== null &&
      daysBetween(startDate, date) >= 0 &&
      daysBetween(date, endDate) >= 0;
    const path = ["days", index, "date"];
    if (!isInside) ctx.addIssue({ code: "custom", path, message: "This day is outside the trip's dates." });
    if (seen.has(date)) ctx.addIssue({ code: "custom", path, message: "There are two days of this date." });
    seen.add(date);
  }
}

/** Whether the value is a trip file at all, even one with errors. */
export function isTripFile(value: unknown): boolean {
  return typeof value === "object" && value !== null && "format" in value && value.format === FORMAT;
}
