import * as z from "zod";
import { AGENT_TOOLS, MAX_AGENT_MESSAGE_LENGTH, STEP_REFUSALS } from "./agent-tools.ts";
import { TripEvent } from "./events.ts";
import { CalendarDate, Id, Instant, Latitude, Longitude, NewId, paragraphField } from "./fields.ts";
import { NewExpense } from "./expenses.ts";
import { PlaceDto } from "./places.ts";
import { StreetImageDto } from "./street-view.ts";

export const AgentMode = z
  .enum(["apply", "propose"])
  .meta({ description: "apply: editors' asks are written at once; propose: all become suggestions" });
export type AgentMode = z.infer<typeof AgentMode>;

export const NewAgentMessage = z.strictObject({
  id: NewId.optional(),
  text: paragraphField(MAX_AGENT_MESSAGE_LENGTH).min(1, "Say what you want."),
});
export type NewAgentMessage = z.infer<typeof NewAgentMessage>;

export const AgentSettingsPatch = z.strictObject({ mode: AgentMode });
export type AgentSettingsPatch = z.infer<typeof AgentSettingsPatch>;

/** Why an agent run ended before it was complete. */
export const AgentFault = z.object({
  code: z.enum([
    "MODEL_REFUSED",
    "MODEL_BUSY",
    "MODEL_UNREACHABLE",
    "MODEL_BROKE_OFF",
    "MODEL_SILENT",
    "TOO_MANY_STEPS",
    "TOO_MANY_TOKENS",
    "TOO_LONG",
    "TOO_COSTLY",
    "NO_ACCESS",
    "SERVER_STOPPED",
    "INTERNAL",
  ]),
  message: z.string(),
  retryable: z.boolean().meta({ description: "whether the same question may be answered later" }),
});
export type AgentFault = z.infer<typeof AgentFault>;

export const AgentRunDto = z
  .object({
    id: Id,
    memberId: Id.meta({ description: "whom it works for" }),
    messageId: Id.meta({ description: "what was asked" }),
    replyId: Id.meta({ description: "the agent's message" }),
    mode: AgentMode,
    status: z.enum(["running", "done", "failed", "cancelled", "interrupted"]),
    fault: AgentFault.nullable(),
    startedAt: Instant,
    endedAt: Instant.nullable(),
  })
  .meta({ id: "AgentRun" });
export type AgentRunDto = z.infer<typeof AgentRunDto>;

/** What a step of the agent is about, from which clients make a sentence in the reader's language. */
export const StepSubject = z.object({
  name: z.string().optional(),
  date: CalendarDate.optional(),
  query: z.string().optional(),
  count: z.int().optional(),
  meters: z.int().optional(),
});
export type StepSubject = z.infer<typeof StepSubject>;

/**
 * The answer of a tool that writes. `trip` holds the events of that write, which clients merge by operation like any
 * other events. Messages that are read later omit `trip`, since the trip already contains these events.
 */
export const WriteResult = z.object({
  ok: z.boolean(),
  summary: z.string().meta({
    description: "one sentence in the language of whoever asked; other readers have the step's facts",
  }),
  isProposed: z.boolean().optional().meta({ description: "true: nothing is written, the group decides" }),
  trip: z.object({ id: Id, seq: z.int(), events: z.array(TripEvent) }).nullable(),
});
export type WriteResult = z.infer<typeof WriteResult>;

/** Why a step of the agent failed, from which clients make a sentence in the reader's language. */
export const StepRefusal = z.object({ code: z.enum(STEP_REFUSALS) });
export type StepRefusal = z.infer<typeof StepRefusal>;

const Point = z.object({ lat: Latitude, lng: Longitude });

/**
 * The result of the agent's search for street photos. It is stored with the message, so that clients can show it again.
 */
export const GroundingPart = z.object({
  type: z.literal("grounding"),
  outcome: z.enum(["found", "empty", "place_not_found", "invalid_request", "service_unavailable"]),
  retryable: z.boolean(),
  request: Point.extend({ radiusMeters: z.number(), limit: z.int() })
    .nullable()
    .meta({ description: "as it was searched; null where nothing could be" }),
  place: Point.extend({ name: z.string() }).nullable(),
  completeness: z.enum(["complete", "partial"]).nullable(),
  images: z.array(StreetImageDto),
});
export type GroundingPart = z.infer<typeof GroundingPart>;

export const ChangedRow = z.object({
  seq: z.int(),
  op: z.string(),
  entityId: Id,
  name: z.string(),
  changes: z
    .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
    .meta({ description: "field: [old, new]; of what was added, its fields that are set" }),
});
export type ChangedRow = z.infer<typeof ChangedRow>;

/** The parts of an agent's message, in the order in which they arrived. */
export const AgentPart = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    text: z.string().meta({ description: "Markdown; not to be trusted" }),
  }),
  z.object({
    type: z.literal("step"),
    tool: z.enum(AGENT_TOOLS),
    state: z.enum(["running", "done", "failed"]),
    about: StepSubject,
    result: WriteResult.nullable().meta({ description: "of tools that write" }),
    refusal: StepRefusal.optional().meta({ description: "of steps that have failed" }),
  }),
  z.object({ type: z.literal("places"), places: z.array(PlaceDto) }),
  GroundingPart,
  z.object({
    type: z.literal("changes"),
    groupId: Id,
    seq: z.int().meta({ description: "`POST …/events/{seq}/undo` takes all of them back" }),
    lines: z.array(ChangedRow),
    count: z.int().meta({ description: "of all, where `lines` does not name each" }),
  }),
  z.object({ type: z.literal("proposal"), suggestionId: Id }),
  z.object({ type: z.literal("expense"), expense: NewExpense }).meta({
    description: "a draft that nobody has recorded: a person looks at it and sends it",
  }),
  z.object({
    type: z.literal("dates"),
    startDate: CalendarDate,
    endDate: CalendarDate,
    mode: z.enum(["keep", "shift"]),
    movedStops: z.int(),
  }),
]);
export type AgentPart = z.infer<typeof AgentPart>;

export const AgentMessageDto = z
  .object({
    id: Id,
    role: z.enum(["user", "agent"]),
    memberId: Id.meta({ description: "who asked; of the agent's messages, for whom it works" }),
    parts: z.array(AgentPart),
    run: AgentRunDto.nullable().meta({ description: "of the agent's messages" }),
    cursor: z.int().meta({ description: "of the event that announced it" }),
    createdAt: Instant,
  })
  .meta({ id: "AgentMessage" });
export type AgentMessageDto = z.infer<typeof AgentMessageDto>;

export const AgentEventBody = z.discriminatedUnion("kind", [
  z
    .object({ kind: z.literal("message"), message: AgentMessageDto })
    .meta({ description: "a message that is new, or has ended" }),
  z
    .object({ kind: z.literal("part"), messageId: Id, index: z.int(), part: AgentPart })
    .meta({ description: "puts a part at its place in the message" }),
  z
    .object({ kind: z.literal("text"), messageId: Id, index: z.int(), text: z.string() })
    .meta({ description: "adds to the text part at that place" }),
  z.object({ kind: z.literal("mode"), mode: AgentMode, memberId: Id }),
]);
export type AgentEventBody = z.infer<typeof AgentEventBody>;

const position = {
  cursor: z.int().meta({ description: "counts up by one in each trip" }),
  at: Instant,
};
const [message, part, text, mode] = AgentEventBody.options;

export const AgentEvent = z
  .discriminatedUnion("kind", [
    message.extend(position),
    part.extend(position),
    text.extend(position),
    mode.extend(position),
  ])
  .meta({ id: "AgentEvent" });
export type AgentEvent = z.infer<typeof AgentEvent>;

export const AgentEventPage = z.object({
  events: z.array(AgentEvent),
  cursor: z.int().meta({ description: "to ask after next" }),
});
export type AgentEventPage = z.infer<typeof AgentEventPage>;

export const AgentStatusDto = z
  .object({
    mode: AgentMode,
    cursor: z.int().meta({ description: "of the trip's last event of the agent" }),
    run: AgentRunDto.nullable().meta({ description: "the one under way" }),
  })
  .meta({ id: "AgentStatus" });
export type AgentStatusDto = z.infer<typeof AgentStatusDto>;
