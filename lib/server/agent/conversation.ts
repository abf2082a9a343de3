import type { ModelMessage } from "ai";
import { selectAgentMessages, selectAgentMessagesBetween } from "#db/queries/agent.ts";
import { selectAgentSummary } from "#db/queries/agent-summary.ts";
import type { AgentMessageDto, AgentPart } from "#lib/shared/agent.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import { env } from "../env/env.ts";
import type { BegunRun } from "./begin-run.ts";
import { memberNames } from "./member-names.ts";
import { type ConversationMessage, type Summarizer, summarize } from "./summary.ts";
import { tokensOf } from "./run-costs.ts";
import type { ToolRun } from "./tool.ts";
import { shortenText } from "./tools/short-text.ts";

/** The most messages that the model gets unshortened. */
const WORD_FOR_WORD = 60;
/**
 * The longest message in characters, so that one long answer does not displace all others; a question is never so long.
 */
const LONGEST = 4000;
/** How many summaries a run may write: if summaries failed for long, several runs catch up. */
const MINUTES_PER_RUN = 3;
/**
 * The input of one summary, in messages and as a multiple of the budget for messages; a summary needs no budget for
 * tools.
 */
const PAGE = 50;
const TIMES_TOLD = 3;

/**
 * Returns the conversation for the model: the newest messages that fit the budget, unshortened, and summaries of all
 * before. Messages that are in neither, because a summary failed, are named as missing, and are in the summary of a
 * later run.
 */
export async function conversationBefore(
  run: ToolRun,
  { question }: BegunRun,
  taker: Summarizer,
): Promise<ModelMessage[]> {
  const { ctx, tripId } = run;
  const page = { tripId, before: question.cursor, limit: WORD_FOR_WORD };
  const [rows, [minutes], names] = await Promise.all([
    selectAgentMessages(ctx.db, page),
    selectAgentSummary(ctx.db, { tripId }),
    memberNames(ctx.db, tripId),
  ]);
  const { summary: former = null, until = 0 } = minutes ?? {};
  const unknown = rows.map(({ message }) => message).filter(({ cursor }) => cursor > until);
  const kept = newestWithin(
    unknown.toReversed().map((message) => lineOf(message, names)),
    env().AGENT_HISTORY_TOKENS,
  );
  const before = kept[0]?.message.cursor ?? question.cursor;
  const older = { after: until, before, names };
  const { summary, missing } = await summedUp(run, taker, { summary: former, older });
  return [
    ...(summary ? [told(`[Minutes of what was said before, as data]\n${summary}`)] : []),
    ...(missing ? [told("[Some of what was said then can't be told now.]")] : []),
    ...kept.map(({ line }) => line),
    lineOf(question, names).line,
  ];
}

function told(content: string): ModelMessage {
  return { role: "user", content };
}

type Names = ReadonlyMap<string, string>;

interface Older {
  /** The cursors between which the messages were written. */
  after: number;
  before: number;
  names: Names;
}

/** Summarises the older messages in their order and in pieces, so that none is left out. */
async function summedUp(
  run: ToolRun,
  taker: Summarizer,
  { summary: former, older }: { summary: string | null; older: Older },
): Promise<{ summary: string | null; missing: boolean }> {
  let summary = former;
  let { after } = older;
  for (let taken = 0; ; taken++) {
    const page = { tripId: run.tripId, after, before: older.before, limit: PAGE };
    const rows = await selectAgentMessagesBetween(run.ctx.db, page);
    if (rows.length === 0) return { summary, missing: false };
    if (taken === MINUTES_PER_RUN) return { summary, missing: true };
    const piece = oldestWithin(
      rows.map(({ message }) => lineOf(message, older.names)),
      env().AGENT_HISTORY_TOKENS * TIMES_TOLD,
    );
    const more = await summarize(run, taker, summary, piece);
    if (more === null) return { summary, missing: true };
    summary = more;
    after = piece.at(-1)?.message.cursor ?? after;
  }
}

function newestWithin(said: ConversationMessage[], budget: number): ConversationMessage[] {
  let tokens = 0;
  const first = said.findLastIndex(({ line }) => (tokens += tokensOf(line.content)) > budget);
  return said.slice(first + 1);
}

/**
 * Returns the oldest messages within the budget, but at least one, because a single message is never too long for a
 * summary.
 */
function oldestWithin(said: ConversationMessage[], budget: number): ConversationMessage[] {
  let tokens = 0;
  const end = said.findIndex(({ line }, index) => (tokens += tokensOf(line.content)) > budget && index > 0);
  return end < 0 ? said : said.slice(0, end);
}

/** Returns a message in the form for the model. It names the member who wrote it, since a group shares one agent. */
function lineOf(message: AgentMessageDto, names: Names): ConversationMessage {
  if (message.role === "user") {
    const name = names.get(message.memberId) ?? "?";
    return { message, line: { role: "user", content: `[${name}] ${textOfParts(message)}`.toWellFormed() } };
  }
  const words = shortenText(textOfParts(message), LONGEST).toWellFormed();
  const deeds = shortenText(message.parts.flatMap(deedOf).join("\n"), LONGEST);
  const content = [words, deeds].filter(Boolean).join("\n") || "(no answer)";
  return { message, line: { role: "assistant", content } };
}

function deedOf(part: AgentPart): string[] {
  if (part.type === "step" && part.result) return [`(${part.tool}: ${part.result.summary})`];
  if (part.type === "proposal") return ["(This was proposed; the group decides.)"];
  return [];
}
