import { describe, expect, test } from "vitest";
import { type Answers, runDemoModel, TRIP } from "./demo-talk.ts";

const RAMEN = { name: "Ichiran Kyoto", placeRef: "osm:1", lat: 35.004, lng: 135.768, region: "Kyōto" };
const [, DAY] = TRIP.days;

describe("what it reads", () => {
  test.each<[string, Answers, object[], string]>([
    [
      "find ramen near the hotel",
      { find_nearby: { places: [{ ...RAMEN, metersAway: 40 }] } },
      [{ name: "find_nearby", args: { stopId: "s1", query: "ramen" } }],
      "Here is what I found for “ramen” near Hotel Kanra Kyoto:\n- Ichiran Kyoto (Kyōto, 40 m)",
    ],
    [
      "找大阪站附近的拉面",
      {},
      [{ name: "search_places", args: { query: "拉面 大阪站" } }],
      "大阪站附近没有找到“拉面”。",
    ],
    [
      "where is Nijo Castle?",
      { search_places: { places: [{ name: "Nijō Castle", lat: 35.01, lng: 135.75 }] } },
      [{ name: "search_places", args: { query: "Nijo Castle" } }],
      "Nijō Castle is at 35.0100, 135.7500, 1.4 km from the nearest stop. It is among the ideas.",
    ],
    [
      "what does it look like around Kiyomizu-dera",
      {
        look_at_street: {
          outcome: "found",
          isPanoramaNear: true,
          images: [{ metersAway: 4 }, { metersAway: 8 }],
        },
      },
      [{ name: "look_at_street", args: { stopId: "s5" } }],
      "Here is the street around Kiyomizu-dera: 2 photos, with a panorama to turn.",
    ],
    [
      "看看东京塔的街景",
      { look_at_street: { outcome: "place_not_found" } },
      [{ name: "look_at_street", args: { query: "东京塔" } }],
      "我不知道“东京塔”在哪里。",
    ],
    [
      "what's the plan for day 2?",
      { read_day: { day: { ...DAY, notes: "Start early." }, stops: DAY?.stops } },
      [{ name: "read_day", args: { dayId: "d2" } }],
      "Day 2 (Thu 5 Nov), “East”:\n- 12:00 Nishiki Market, lunch\n- 15:00–16:30 Kiyomizu-dera\n- 19:00 Katsukura, dinner\nNote: Start early.",
    ],
    [
      "今天有什么安排？",
      { read_day: { day: TRIP.days[0], stops: TRIP.days[0]?.stops } },
      [{ name: "read_day", args: { dayId: "d1" } }],
      "第 1 天（11月4日周三）：\n- 15:00 Hotel Kanra Kyoto\n- 17:00–18:00 八坂神社",
    ],
    [
      "show the trip",
      {
        read_trip: {
          ...TRIP,
          days: [{ ...DAY, stops: ["0a1b2c3d 10:00-11:30 金阁寺 [sight] @35.04,135.73"] }],
        },
      },
      [],
      "Kyoto, one day:\n- Day 1 (Thu 5 Nov): 金阁寺\n",
    ],
    ["show the trip", {}, [], "Kyoto, 3 days:\n- Day 1 (Wed 4 Nov): Hotel Kanra Kyoto · 八坂神社"],
    [
      "who owes what?",
      {
        read_balances: {
          currency: "JPY",
          payments: [{ from: "Jonas", to: "Mika", amount: "1200 JPY" }],
        },
      },
      [{ name: "read_balances", args: {} }],
      "To settle up:\n- Jonas pays Mika JP¥1,200",
    ],
    ["谁欠谁", { read_balances: { currency: "JPY" } }, [{ name: "read_balances", args: {} }], "谁也不欠谁。"],
    [
      "what if we go a day later",
      { preview_dates: { isChanged: false, stopsToIdeas: ["Nijō Castle (2026-11-06)"] } },
      [{ name: "preview_dates", args: { startDate: "2026-11-05", endDate: "2026-11-07", mode: "shift" } }],
      "The trip would go from Thu 5 Nov to Sat 7 Nov. To the ideas would go: Nijō Castle (2026-11-06). I've changed nothing",
    ],
    [
      "check the trip",
      {
        check_trip: {
          count: 1,
          problems: [{ kind: "closed", says: "“Museum” is closed then, by its own opening hours." }],
        },
      },
      [{ name: "check_trip", args: {} }],
      "This doesn't fit yet:\n- “Museum” is closed then, by its own opening hours.",
    ],
    [
      "最近改了什么？",
      { read_history: { changes: [{ by: "陈晨", what: "stop.deleted", name: "大阪城" }] } },
      [{ name: "read_history", args: { limit: 5 } }],
      "最近的改动：\n- 陈晨删除了“大阪城”",
    ],
    [
      "how long does day 2 take?",
      { estimate_route: { ways: [{ from: "A", to: "B", minutes: 12, meters: 900 }] } },
      [{ name: "estimate_route", args: { dayId: "d2" } }],
      "The ways of day 2 (Thu 5 Nov):\n- A → B: 12 min, 900 m",
    ],
  ])("%s", (text, answers, calls, said) => {
    const talked = runDemoModel(text, answers);
    expect(talked.calls).toEqual(calls);
    expect(talked.said).toContain(said);
  });
});
