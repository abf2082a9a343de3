import { describe, expect, test } from "vitest";
import { type Answers, talk, TRIP } from "./demo-talk.ts";

const RAMEN = { name: "Ichiran Kyoto", placeRef: "osm:1", lat: 35.004, lng: 135.768, region: "Kyōto" };
const FAR = { ...RAMEN, name: "Ichiran Fukuoka", placeRef: "osm:2", distanceKm: 520 };

describe("what it reads", () => {
  test.each<[string, Answers, object[], string]>([
    [
      "find ramen near the hotel",
      { find_nearby: { places: [{ ...RAMEN, distanceKm: 0.4 }, FAR] } },
      [{ name: "find_nearby", args: { stopId: "s1", query: "ramen" } }],
      "Here is what I found for “ramen” near Hotel Kanra Kyoto:\n- Ichiran Kyoto (Kyōto, 400 m)\n- Ichiran Fukuoka (Kyōto, 520 km)",
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
      "Nijō Castle is at 35.0100, 135.7500. It is among the ideas.",
    ],
    [
      "what does it look like around Kiyomizu-dera",
      { look_at_street: { outcome: "found", resultCount: 5, panoramaAvailable: true, images: [] } },
      [{ name: "look_at_street", args: { stopId: "s5" } }],
      "Here is the street around Kiyomizu-dera: 5 photos, with a panorama to turn.",
    ],
    [
      "看看东京塔的街景",
      { look_at_street: { outcome: "place_not_found" } },
      [{ name: "look_at_street", args: { query: "东京塔" } }],
      "我不知道“东京塔”在哪里。",
    ],
    [
      "what's the plan for day 2?",
      { read_day: { ...TRIP.days[1], notes: "Start early." } },
      [{ name: "read_day", args: { dayId: "d2" } }],
      "Day 2 (Thu 5 Nov), “East”:\n- 12:00 Nishiki Market, lunch\n- 15:00–16:30 Kiyomizu-dera\n- 19:00 Katsukura, dinner\nNote: Start early.",
    ],
    [
      "今天有什么安排？",
      { read_day: { day: TRIP.days[0] } },
      [{ name: "read_day", args: { dayId: "d1" } }],
      "第 1 天（11月4日周三）：\n- 15:00 Hotel Kanra Kyoto\n- 17:00–18:00 八坂神社",
    ],
    ["show the trip", {}, [], "Kyoto, 3 days:\n- Day 1 (Wed 4 Nov): Hotel Kanra Kyoto · 八坂神社"],
    [
      "who owes what?",
      {
        read_balances: {
          currency: "JPY",
          transfers: [{ from: { name: "Jonas" }, to: { name: "Mika" }, amount: 1200 }],
        },
      },
      [{ name: "read_balances", args: {} }],
      "To settle up:\n- Jonas pays Mika JP¥1,200",
    ],
    ["谁欠谁", { read_balances: { transfers: [] } }, [{ name: "read_balances", args: {} }], "谁也不欠谁。"],
    [
      "what if we go a day later",
      { preview_dates: { summary: "No day is lost." } },
      [{ name: "preview_dates", args: { startDate: "2026-11-05", endDate: "2026-11-07", mode: "shift" } }],
      "The trip would go from Thu 5 Nov to Sat 7 Nov. No day is lost. I've changed nothing",
    ],
    [
      "check the trip",
      { check_trip: { checks: [{ summary: "The museum is closed on Monday." }] } },
      [{ name: "check_trip", args: {} }],
      "This doesn't fit yet:\n- The museum is closed on Monday.",
    ],
    [
      "最近改了什么？",
      { read_history: { entries: [{ actor: "陈晨", summary: "删除了大阪城" }] } },
      [{ name: "read_history", args: { limit: 5 } }],
      "最近的改动：\n- 陈晨: 删除了大阪城",
    ],
    [
      "how long does day 2 take?",
      { estimate_route: { legs: [{ from: "A", to: "B", durationSeconds: 720, distanceMeters: 900 }] } },
      [{ name: "estimate_route", args: { dayId: "d2" } }],
      "The ways of day 2 (Thu 5 Nov):\n- A → B: 12 min, 900 m",
    ],
  ])("%s", (text, answers, calls, said) => {
    const talked = talk(text, answers);
    expect(talked.calls).toEqual(calls);
    expect(talked.said).toContain(said);
  });
});
