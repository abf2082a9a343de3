import { afterAll, describe, expect, test } from "vitest";
import { startDemoModel } from "#tests/doubles/demo-model.ts";
import { partsOf, startRun } from "#tests/helpers/model-run.ts";
import { type Answers, runDemoModel, TOOLS } from "./demo-talk.ts";

const RAMEN = { name: "Ichiran Kyoto", placeRef: "osm:1", lat: 35.004, lng: 135.768, region: "Kyōto" };
const FAR = { ...RAMEN, name: "Ichiran Fukuoka", placeRef: "osm:2", lat: 33.59, lng: 130.4 };

/** Returns an expense that the asking member paid, split equally among both members. */
function spent(title: string, amount: number, currency: string) {
  const payers = [{ memberId: "m1", amount }];
  const split = { mode: "equal", parts: [{ memberId: "m1" }, { memberId: "m2" }] };
  return { title, amount, currency, payers, split };
}

/** A user's sentence, the tools' results, the calls without the one that reads the trip, and the reply. */
const WRITES: readonly [string, Answers, object[], string][] = [
  [
    "add ramen at Ichiran on day 2 at 17:00",
    { search_places: { places: [FAR, RAMEN] } },
    [
      { name: "search_places", args: { query: "Ichiran" } },
      {
        name: "add_stop",
        args: {
          name: "Ramen at Ichiran",
          dayId: "d2",
          afterStopId: "s5",
          startTime: "17:00",
          category: "food",
          place: { lat: 35.004, lng: 135.768, placeRef: "osm:1", address: "Kyōto" },
        },
      },
    ],
    "I've added “Ramen at Ichiran” to day 2 (Thu 5 Nov) at 17:00. On the map it is at Ichiran Kyoto, Kyōto.",
  ],
  [
    "加一个南禅寺到想法",
    {},
    [
      { name: "search_places", args: { query: "南禅寺" } },
      { name: "add_stop", args: { name: "南禅寺", dayId: null, category: "sight" } },
    ],
    "已把“南禅寺”加到想法。地图上没有找到这个地方，所以还没有标记。",
  ],
  [
    "move the temple to the morning",
    {},
    [
      { name: "edit_stop", args: { stopId: "s5", startTime: "09:00", endTime: "10:30" } },
      { name: "move_stop", args: { stopId: "s5", dayId: "d2", afterStopId: null } },
    ],
    "“Kiyomizu-dera” is now at 09:00.",
  ],
  [
    "move Nijo Castle to Friday",
    {},
    [{ name: "move_stop", args: { stopId: "s7", dayId: "d3", afterStopId: null } }],
    "“Nijō Castle” is now on day 3 (Fri 6 Nov).",
  ],
  [
    "把八坂神社移到第二天13点",
    {},
    [
      { name: "edit_stop", args: { stopId: "s2", startTime: "13:00", endTime: "14:00" } },
      { name: "move_stop", args: { stopId: "s2", dayId: "d2", afterStopId: "s4" } },
    ],
    "已把“八坂神社”移到第 2 天（11月5日周四），改到 13:00。",
  ],
  [
    "move the market after Kiyomizu",
    {},
    [{ name: "move_stop", args: { stopId: "s4", dayId: "d2", afterStopId: "s5" } }],
    "“Nishiki Market, lunch” is now after “Kiyomizu-dera”.",
  ],
  [
    "move dinner on day 1 to 20:00",
    {},
    [{ name: "edit_stop", args: { stopId: "s3", startTime: "20:00", endTime: "21:30" } }],
    "“Dinner in Pontocho” is now at 20:00.",
  ],
  [
    "change lunch to 1:30 in the afternoon",
    {},
    [{ name: "edit_stop", args: { stopId: "s4", startTime: "13:30" } }],
    "“Nishiki Market, lunch” is now at 13:30.",
  ],
  [
    "change lunch to 12:30",
    {},
    [{ name: "edit_stop", args: { stopId: "s4", startTime: "12:30" } }],
    "“Nishiki Market, lunch” is now at 12:30.",
  ],
  [
    "move the shrine a day later",
    {},
    [{ name: "move_stop", args: { stopId: "s2", dayId: "d2", afterStopId: "s5" } }],
    "“八坂神社” is now on day 2 (Thu 5 Nov).",
  ],
  [
    "remove dinner on day 1",
    {},
    [{ name: "remove_stop", args: { stopId: "s3" } }],
    "I've removed “Dinner in Pontocho”. Whoever misses it can undo that.",
  ],
  [
    "删掉金阁寺",
    {},
    [{ name: "remove_stop", args: { stopId: "s8" } }],
    "已删除“金阁寺”。如果删错了，可以撤销。",
  ],
  [
    "note for day 2: buy tickets",
    { read_day: { day: { id: "d2", notes: "Start early." } } },
    [
      { name: "read_day", args: { dayId: "d2" } },
      { name: "write_day_note", args: { dayId: "d2", notes: "Start early.\nbuy tickets" } },
    ],
    "I've written that into the notes of day 2 (Thu 5 Nov).",
  ],
  ["记得带雨伞", {}, [{ name: "add_packing_item", args: { text: "雨伞" } }], "“雨伞”已加到行李清单。"],
  [
    "dinner was 45.50 euros",
    {},
    [{ name: "draft_expense", args: spent("Dinner", 4550, "EUR") }],
    "I've drafted an expense, “Dinner”, €45.50. Have a look at who paid and who shares it.",
  ],
  [
    "I paid 3,000 for taxis",
    {},
    [{ name: "draft_expense", args: spent("Taxis", 3000, "JPY") }],
    "I've drafted an expense, “Taxis”, JP¥3,000. Have a look at who paid and who shares it.",
  ],
];

describe("what it writes", () => {
  test.each(WRITES)("%s", (text, answers, calls, said) => {
    expect(runDemoModel(text, answers)).toMatchObject({ calls, said });
  });

  test("what is the first of a day is moved there, since it is added at the end", () => {
    const { calls } = runDemoModel("add breakfast on day 2 at 8", { add_stop: { ok: true, stopId: "s9" } });
    expect(calls.slice(1)).toEqual([
      { name: "add_stop", args: { name: "Breakfast", dayId: "d2", startTime: "08:00", category: "food" } },
      { name: "move_stop", args: { stopId: "s9", dayId: "d2", afterStopId: null } },
    ]);
  });

  test("two things in one message", () => {
    const { calls, said } = runDemoModel("remove the castle; pack a towel");
    expect(calls.map(({ name }) => name)).toEqual(["remove_stop", "add_packing_item"]);
    expect(said.split("\n\n")).toHaveLength(2);
  });
});

describe("what it does not write", () => {
  test.each<[string, string]>([
    ["add ramen on day 9", "There is no such day: the trip has 3 days, from Wed 4 Nov to Fri 6 Nov."],
    ["add ramen at 19:00", "Which day shall it be on? Say for example “on day 2”, or “to the ideas”."],
    ["remove dinner", "Which one do you mean: “Dinner in Pontocho” or “Katsukura, dinner”?"],
    ["move dinner to Friday", "Which one do you mean: “Dinner in Pontocho” or “Katsukura, dinner”?"],
    ["remove the zoo", "I can't find a stop like “zoo” in the trip, so I've changed nothing."],
    ["change lunch to 12:00", "“Nishiki Market, lunch” is there already; I've changed nothing."],
    ["book a table", "I can't book, buy or call anything. I can add it as a stop"],
    ["I paid 3.50 yen for tea", "I couldn't make out the amount."],
    ["write me a poem", "Sorry, that is beyond me"],
    ["把晚餐移到周日", "你指的是哪一个：“Dinner in Pontocho”，还是“Katsukura, dinner”？"],
    ["加一个拉面到第九天", "没有这一天：行程一共 3 天，从11月4日周三到11月6日周五。"],
    ["给我写首诗", "抱歉，这个我不会"],
  ])("%s", (text, said) => {
    const talked = runDemoModel(text);
    expect(talked.calls).toEqual([]);
    expect(talked.said).toContain(said);
  });

  test("what a tool refuses is said, and nothing else is tried", () => {
    const refused = { ok: false, summary: "The trip is archived." };
    expect(runDemoModel("move the temple to the morning", { edit_stop: refused })).toMatchObject({
      calls: [{ name: "edit_stop" }],
      said: "That didn't work: The trip is archived.",
    });
    expect(runDemoModel("remove the castle", { remove_stop: "Invalid input" }).said).toBe(
      "That didn't work: Invalid input",
    );
    expect(runDemoModel("删掉金阁寺", { remove_stop: refused }).said).toBe("没有成功：The trip is archived.");
  });

  test("a proposal is called one", () => {
    const proposed = { ok: true, summary: "Proposed, not written yet: Removed “Nijō Castle”." };
    expect(runDemoModel("remove the castle", { remove_stop: proposed }).said).toMatch(/^As a suggestion,/);
  });

  test("a tool that is not offered is not called", () => {
    const offered = TOOLS.filter((name) => name !== "remove_stop");
    const talked = runDemoModel("remove the castle", {}, { offered });
    expect(talked).toMatchObject({
      calls: [],
      said: expect.stringContaining("I can't do that in this trip"),
    });
  });

  test("a trip that cannot be read", () => {
    expect(runDemoModel("remove the castle", { read_trip: "It is not there." }).said).toMatch(
      /^I couldn't read/,
    );
  });
});

describe("what was said before counts", () => {
  test("a day that was asked for", () => {
    for (const [first, answer] of [
      ["add ramen at 18:00", "on day 2"],
      ["晚上6点加一个拉面", "第二天"],
    ] as const) {
      const asked = runDemoModel(first);
      const earlier = { asked: first, said: asked.said };
      expect(runDemoModel(answer, {}, { earlier }).calls.at(-1)).toMatchObject({
        name: "add_stop",
        args: { dayId: "d2", startTime: "18:00" },
      });
    }
  });

  test("which one was meant", () => {
    for (const [first, answer] of [
      ["move dinner to Friday", "the Katsukura"],
      ["把晚餐移到第三天", "Katsukura"],
    ] as const) {
      const earlier = { asked: first, said: runDemoModel(first).said };
      expect(runDemoModel(answer, {}, { earlier }).calls).toEqual([
        { name: "move_stop", args: { stopId: "s6", dayId: "d3", afterStopId: null } },
      ]);
    }
  });

  test.each([
    ["add the second one on day 3", "- Nishiki (Kyōto, 400 m)\n- Fuji Ramen (1.2 km)\nTell me", "Fuji Ramen"],
    ["把第一家加到第三天", "酒店附近，找到这些：\n- 一兰（京都，400 米）\n告诉我", "一兰"],
  ])("%s", (text, said, name) => {
    const { calls } = runDemoModel(text, {}, { earlier: { asked: "", said } });
    expect(calls).toMatchObject([
      { name: "search_places", args: { query: name } },
      { name: "add_stop", args: { name, dayId: "d3" } },
    ]);
  });

  test.each(["move it to Friday", "把它移到第三天"])("%s", (text) => {
    const earlier = { asked: "", said: "I've added “Nijō Castle” to the ideas." };
    expect(runDemoModel(text, {}, { earlier }).calls).toMatchObject([
      { args: { stopId: "s7", dayId: "d3" } },
    ]);
  });
});

describe("over HTTP", async () => {
  const model = await startDemoModel({ pace: 0 });
  afterAll(() => model.stop());

  test("it speaks in words", async () => {
    const { run } = startRun(model, { prompt: "What can you do?" });
    const words = (await partsOf(run)).filter(({ type }) => type === "text-delta");
    expect(words.length).toBeGreaterThan(40);
    expect(await run.text).toMatch(/^I can add, move/);
    expect(await run.finishReason).toBe("stop");
  });

  test("it has no other tools than those that are offered", async () => {
    expect(await startRun(model, { prompt: "删掉金阁寺" }).run.text).toMatch(/^在这个行程里我做不到/);
  });
});
