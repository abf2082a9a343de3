import * as z from "zod";
import { AttachmentDto } from "./attachments.ts";
import { CommentDto } from "./comments.ts";
import { DayDto } from "./days.ts";
import { DecisionDto } from "./decisions.ts";
import { ExpenseDto, ExpenseFields } from "./expenses.ts";
import { eventSchema, eventFrame, DeletedEntity } from "./event-frame.ts";
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
    eventSchema("trip.created", TripFields),
    eventSchema("trip.updated", TripFields),
    eventSchema("trip.archived", TripFields),
    eventSchema("trip.unarchived", TripFields),
    eventSchema("trip.deleted", DeletedEntity),
    eventSchema("trip.restored", TripFields),
    eventSchema("day.created", DayDto),
    eventSchema("day.updated", DayDto),
    eventSchema("day.deleted", DeletedEntity),
    eventSchema("day.restored", DayDto),
    eventSchema("stop.created", StopFields),
    eventSchema("stop.updated", StopFields),
    eventSchema("stop.moved", StopFields),
    eventSchema("stop.deleted", DeletedEntity),
    eventSchema("stop.restored", StopDto),
    eventSchema("vote.set", VoteDto),
    eventSchema("comment.created", CommentDto),
    eventSchema("comment.updated", CommentDto),
    eventSchema("comment.resolved", CommentDto),
    eventSchema("comment.deleted", DeletedEntity.extend({ target: CommentDto.shape.target })),
    eventSchema("comment.restored", CommentDto),
    eventSchema("reservation.created", ReservationFields),
    eventSchema("reservation.updated", ReservationFields),
    eventSchema("reservation.deleted", DeletedEntity),
    eventSchema("reservation.restored", ReservationDto),
    eventSchema("expense.created", ExpenseFields),
    // The entity includes its comment count: a changed date can bring the expense among the newest ones, and a reader
    // does not have all expenses.
    eventSchema("expense.updated", ExpenseDto),
    // Events of a private expense: `shared` when somebody was added to it (also to a deleted one, which still has
    // attachments), `published` when everybody may see it from now on, `withdrawn` for members who are no longer in it.
    eventSchema("expense.shared", SharedExpense),
    eventSchema("expense.published", SharedExpense),
    eventSchema("expense.withdrawn", DeletedEntity),
    eventSchema("expense.deleted", DeletedEntity),
    eventSchema("expense.restored", ExpenseDto),
    eventSchema("settlement.created", SettlementDto),
    eventSchema("settlement.updated", SettlementDto),
    eventSchema("settlement.deleted", DeletedEntity),
    eventSchema("settlement.restored", SettlementDto),
    eventSchema("attachment.created", AttachmentDto),
    eventSchema("attachment.deleted", DeletedEntity),
    eventSchema("attachment.restored", AttachmentDto),
    eventSchema("decision.created", DecisionDto),
    eventSchema("decision.updated", DecisionDto),
    eventSchema("decision.tied", DecisionDto),
    eventSchema("decision.closed", DecisionDto),
    eventSchema("decision.reopened", DecisionDto),
    eventSchema("decision.deleted", DeletedEntity),
    eventSchema("decision.restored", DecisionDto),
    eventSchema("suggestion.created", SuggestionDto),
    eventSchema("suggestion.answered", SuggestionDto),
    eventSchema("suggestion.reopened", SuggestionDto),
    eventSchema("item.created", ItemDto),
    eventSchema("item.updated", ItemDto),
    eventSchema("item.moved", ItemDto),
    eventSchema("item.deleted", DeletedEntity),
    eventSchema("item.restored", ItemDto),
    ...listEvents,
    eventSchema("member.joined", MemberNews),
    eventSchema("member.updated", MemberDto),
    eventSchema("member.left", MemberNews),
    eventSchema("members.invalidated", DeletedEntity),
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
