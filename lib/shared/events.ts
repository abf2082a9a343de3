import * as z from "zod";
import { AttachmentDto } from "./attachments.ts";
import { CommentDto } from "./comments.ts";
import { DayDto } from "./days.ts";
import { DecisionDto } from "./decisions.ts";
import { ExpenseDto, ExpenseFields } from "./expenses.ts";
import { event, eventFrame, Gone } from "./event-frame.ts";
import { Instant } from "./fields.ts";
import { ItemDto } from "./items.ts";
import { MemberDto, MemberNews } from "./members.ts";
import { ReservationDto, ReservationFields } from "./reservations.ts";
import { listEvents } from "./resources/list-schemas.ts";
import { SettlementDto } from "./settlements.ts";
import { StopDto, StopFields, VoteDto } from "./stops.ts";
import { SuggestionDto } from "./suggestions.ts";
import { TripFields } from "./trips.ts";

/** An expense as users see it who get access to it: the row with its attachments. */
const SharedExpense = ExpenseDto.extend({ attachments: z.array(AttachmentDto) }).meta({
  id: "SharedExpense",
});

/**
 * One changed row, in the trip's gapless order of events. A reader who may not see an event gets `redacted` in its
 * place.
 */
export const TripEvent = z
  .discriminatedUnion("op", [
    event("trip.created", TripFields),
    event("trip.updated", TripFields),
    event("trip.archived", TripFields),
    event("trip.unarchived", TripFields),
    event("trip.deleted", Gone),
    event("trip.restored", TripFields),
    event("day.created", DayDto),
    event("day.updated", DayDto),
    event("day.deleted", Gone),
    event("day.restored", DayDto),
    event("stop.created", StopFields),
    event("stop.updated", StopFields),
    event("stop.moved", StopFields),
    event("stop.deleted", Gone),
    event("stop.restored", StopDto),
    event("vote.set", VoteDto),
    event("comment.created", CommentDto),
    event("comment.updated", CommentDto),
    event("comment.resolved", CommentDto),
    event("comment.deleted", Gone.extend({ target: CommentDto.shape.target })),
    event("comment.restored", CommentDto),
    event("reservation.created", ReservationFields),
    event("reservation.updated", ReservationFields),
    event("reservation.deleted", Gone),
    event("reservation.restored", ReservationDto),
    event("expense.created", ExpenseFields),
    // The entity includes its comment count: a changed date can bring the expense among the newest ones, and a reader
    // does not have all expenses.
    event("expense.updated", ExpenseDto),
    // Events of a private expense: `shared` when somebody was added to it (also to a deleted one, which still has
    // attachments), `published` when everybody may see it from now on, `withdrawn` for those who are no longer in it.
    event("expense.shared", SharedExpense),
    event("expense.published", SharedExpense),
    event("expense.withdrawn", Gone),
    event("expense.deleted", Gone),
    event("expense.restored", ExpenseDto),
    event("settlement.created", SettlementDto),
    event("settlement.updated", SettlementDto),
    event("settlement.deleted", Gone),
    event("settlement.restored", SettlementDto),
    event("attachment.created", AttachmentDto),
    event("attachment.deleted", Gone),
    event("attachment.restored", AttachmentDto),
    event("decision.created", DecisionDto),
    event("decision.updated", DecisionDto),
    event("decision.tied", DecisionDto),
    event("decision.closed", DecisionDto),
    event("decision.reopened", DecisionDto),
    event("decision.deleted", Gone),
    event("decision.restored", DecisionDto),
    event("suggestion.created", SuggestionDto),
    event("suggestion.answered", SuggestionDto),
    event("suggestion.reopened", SuggestionDto),
    event("item.created", ItemDto),
    event("item.updated", ItemDto),
    event("item.moved", ItemDto),
    event("item.deleted", Gone),
    event("item.restored", ItemDto),
    ...listEvents,
    event("member.joined", MemberNews),
    event("member.updated", MemberDto),
    event("member.left", MemberNews),
    event("members.invalidated", Gone),
    z.object({ seq: eventFrame.seq, op: z.literal("redacted"), at: Instant }),
  ])
  .meta({ id: "TripEvent" });
export type TripEvent = z.infer<typeof TripEvent>;
export type VisibleEvent = Exclude<TripEvent, { op: "redacted" }>;
export type EventOp = VisibleEvent["op"];

export const EventPage = z.object({
  events: z.array(TripEvent),
  seq: z.int().meta({ description: "the trip's last event at the time of reading" }),
});
export type EventPage = z.infer<typeof EventPage>;
