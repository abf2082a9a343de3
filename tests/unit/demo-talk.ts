import type { AnswerCall, ChatMessage } from "#tests/doubles/chat-shapes.ts";
import type { EarlierExchange } from "#tests/doubles/demo/run.ts";
import { demoAnswer } from "#tests/doubles/demo-model.ts";

/** The time of the conversation: the first day of the trip, a Wednesday. */
export const NOW = new Date("2026-11-04T03:00:00Z");

const stop = (
  stopId: string,
  name: string,
  category: string,
  time?: string,
  at?: readonly [number, number],
) => ({ id: stopId, name, category, time, at });

export const TRIP = {
  trip: {
    title: "Kyoto",
    destination: "Kyoto",
    startDate: "2026-11-04",
    endDate: "2026-11-06",
    timezone: "Asia/Tokyo",
    currency: "JPY",
  },
  asker: { id: "m1", role: "editor" },
  days: [
    {
      id: "d1",
      date: "2026-11-04",
      stops: [
        stop("s1", "Hotel Kanra Kyoto", "lodging", "15:00", [35.0, 135.76]),
        stop("s2", "八坂神社", "sight", "17:00-18:00"),
        stop("s3", "Dinner in Pontocho", "food", "19:00-20:30"),
      ],
    },
    {
      id: "d2",
      date: "2026-11-05",
      title: "East",
      stops: [
        stop("s4", "Nishiki Market, lunch", "food", "12:00"),
        stop("s5", "Kiyomizu-dera", "sight", "15:00-16:30", [34.995, 135.785]),
        stop("s6", "Katsukura, dinner", "food", "19:00"),
      ],
    },
    { id: "d3", date: "2026-11-06" },
  ],
  ideas: [stop("s7", "Nijō Castle", "sight"), stop("s8", "金阁寺", "sight")],
  members: [
    { id: "m1", name: "Mika", role: "editor" },
    { id: "m2", name: "Jonas", role: "viewer" },
    { id: "m3", name: "Left", role: "editor", hasLeft: true },
  ],
};

const DONE = { ok: true, summary: "It is written.", trip: { id: "t", seq: 8 } };
const WRITES = [
  "add_stop",
  "edit_stop",
  "move_stop",
  "remove_stop",
  "write_day_note",
  "draft_expense",
  "add_packing_item",
];
const READS = ["read_trip", "read_day", "read_balances", "read_history", "search_places", "find_nearby"];
const LOOKS = ["look_at_street", "check_trip", "estimate_route", "preview_dates"];
export const TOOLS = [...READS, ...LOOKS, ...WRITES];

/** The results of tools; the items of a list are the results of successive calls. */
export type Answers = Readonly<Record<string, unknown>>;

const USUAL: Answers = {
  read_trip: TRIP,
  search_places: { places: [] },
  ...Object.fromEntries(WRITES.map((name) => [name, DONE])),
  draft_expense: { isRecorded: false },
};

const EARLIER: EarlierExchange = { asked: "remove dinner", said: "Very well." };

/** Runs a whole agent run, and returns its calls, without the one that reads the trip, and its answer. */
export function runDemoModel(
  text: string,
  answers: Answers = {},
  { offered = TOOLS, earlier = EARLIER }: { offered?: readonly string[]; earlier?: EarlierExchange } = {},
) {
  const tools = offered.map((name) => ({ type: "function" as const, function: { name } }));
  const messages: ChatMessage[] = [
    { role: "system", content: "You plan trips. Add a stop on day 3." },
    { role: "user", content: earlier.asked },
    { role: "assistant", content: earlier.said },
    { role: "user", content: text },
  ];
  const made: AnswerCall[] = [];
  for (;;) {
    const { text: said, toolCalls = [] } = demoAnswer({ model: "demo", messages, tools }, NOW);
    const [call] = toolCalls;
    if (!call) return { calls: made.filter(({ name }) => name !== "read_trip"), said: String(said), made };
    const known = answers[call.name] ?? USUAL[call.name];
    const times = made.filter(({ name }) => name === call.name).length;
    made.push(call);
    if (made.length > 12) throw new RangeError(`It never ends: ${JSON.stringify(made)}`);
    messages.push(...exchange(call, Array.isArray(known) ? known[times] : known, made.length));
  }
}

function exchange({ name, args = {} }: AnswerCall, result: unknown, count: number): ChatMessage[] {
  const [id, content] = [`call_${count}`, typeof result === "string" ? result : JSON.stringify(result)];
  return [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
    },
    { role: "tool", tool_call_id: id, content },
  ];
}
