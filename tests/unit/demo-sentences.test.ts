import { describe, expect, test } from "vitest";
import { readIntents } from "#tests/doubles/demo-model.ts";

/** Returns the intent of a sentence without undefined fields. */
function meant(text: string): unknown {
  return JSON.parse(JSON.stringify(readIntents(text).intents));
}

describe("English", () => {
  test.each<[string, object]>([
    [
      "add ramen at Ichiran on day 2 at 19:00",
      { do: "add", name: "Ramen at Ichiran", at: "Ichiran", when: { day: { number: 2 }, time: "19:00" } },
    ],
    [
      "Can you add a stop at Nijo Castle on Sunday morning, please?",
      { do: "add", name: "Nijo Castle", at: "Nijo Castle", when: { day: { weekday: 0 }, part: "morning" } },
    ],
    [
      "Add dinner at 8 on 5 November",
      { do: "add", name: "Dinner", at: "dinner", when: { day: { month: 11, date: 5 }, time: "20:00" } },
    ],
    ["put coffee in the ideas", { do: "add", name: "Coffee", at: "coffee", when: { day: "ideas" } }],
    [
      "add Sun Tower on the last day at 7pm",
      { do: "add", name: "Sun Tower", at: "Sun Tower", when: { day: { number: -1 }, time: "19:00" } },
    ],
    [
      "move the temple to the morning",
      { do: "change", stop: "temple", when: { part: "morning" }, after: "" },
    ],
    [
      "move Kiyomizu-dera to Sunday",
      { do: "change", stop: "Kiyomizu-dera", when: { day: { weekday: 0 } }, after: "" },
    ],
    ["Move lunch from 12:00 to 13:30", { do: "change", stop: "lunch", when: { time: "13:30" }, after: "" }],
    ["move the castle a day later", { do: "change", stop: "castle", when: { day: { later: 1 } }, after: "" }],
    ["move the market after the temple", { do: "change", stop: "market", when: {}, after: "temple" }],
    ["change dinner to 8pm", { do: "change", stop: "dinner", when: { time: "20:00" }, after: "" }],
    ["change check-in to 15:00", { do: "change", stop: "check-in", when: { time: "15:00" }, after: "" }],
    ["find ramen near the hotel", { do: "find", what: "ramen", near: "hotel" }],
    ["Any good sushi around Gion?", { do: "find", what: "sushi", near: "Gion" }],
    ["where is 金阁寺", { do: "where", what: "金阁寺" }],
    ["what does it look like around Kinkaku-ji?", { do: "street", where: "Kinkaku-ji" }],
    ["What does Nishiki Market look like?", { do: "street", where: "Nishiki Market" }],
    ["remove the castle", { do: "remove", stop: "castle", when: {} }],
    ["what's the plan for day 2?", { do: "plan", when: { day: { number: 2 } } }],
    ["what are we doing tonight", { do: "plan", when: { day: { ahead: 0 }, part: "evening" } }],
    ["who owes what", { do: "balances" }],
    ["pack an umbrella", { do: "pack", text: "Umbrella" }],
    ["add sunscreen to the packing list", { do: "pack", text: "Sunscreen" }],
    ["what if we go a day later", { do: "shift", days: 1 }],
    ["what if the trip started two weeks earlier?", { do: "shift", days: -14 }],
    ["check the trip", { do: "check" }],
    ["what changed?", { do: "history" }],
    [
      "note for day 2: buy the tickets early",
      { do: "note", when: { day: { number: 2 } }, text: "buy the tickets early" },
    ],
    ["I paid 3,000 yen for dinner", { do: "spend", title: "Dinner", amount: "3,000", currency: "JPY" }],
    ["how long does day 2 take?", { do: "route", when: { day: { number: 2 } } }],
    ["book a table at Ichiran", { do: "book" }],
    ["what can you do?", { do: "help" }],
  ])("%s", (text, intent) => {
    expect(meant(text)).toEqual([intent]);
    expect(readIntents(text).language).toBe("en");
  });
});

describe("Chinese", () => {
  test.each<[string, object]>([
    [
      "第二天19点加一个一兰拉面",
      { do: "add", name: "一兰拉面", at: "一兰拉面", when: { day: { number: 2 }, time: "19:00" } },
    ],
    [
      "加一个金阁寺到周日上午",
      { do: "add", name: "金阁寺", at: "金阁寺", when: { day: { weekday: 0 }, part: "morning" } },
    ],
    [
      "请帮我在11月5号中午加一个高台寺",
      { do: "add", name: "高台寺", at: "高台寺", when: { day: { month: 11, date: 5 }, part: "noon" } },
    ],
    ["加奈良公园到想法", { do: "add", name: "奈良公园", at: "奈良公园", when: { day: "ideas" } }],
    ["把清水寺移到周日", { do: "change", stop: "清水寺", when: { day: { weekday: 0 } }, after: "" }],
    [
      "帮我把 Fushimi Inari Taisha 挪到第三天下午三点半",
      { do: "change", stop: "Fushimi Inari Taisha", when: { day: { number: 3 }, time: "15:30" }, after: "" },
    ],
    ["清水寺改到18点", { do: "change", stop: "清水寺", when: { time: "18:00" }, after: "" }],
    ["把晚餐改成晚上8点", { do: "change", stop: "晚餐", when: { time: "20:00" }, after: "" }],
    ["把锦市场放到清水寺后面", { do: "change", stop: "锦市场", when: {}, after: "清水寺" }],
    ["找酒店附近的拉面", { do: "find", what: "拉面", near: "酒店" }],
    ["酒店附近有什么好吃的？", { do: "find", what: "餐厅", near: "酒店" }],
    ["金阁寺在哪里？", { do: "where", what: "金阁寺" }],
    ["金阁寺周围是什么样子？", { do: "street", where: "金阁寺" }],
    ["看看锦市场的街景", { do: "street", where: "锦市场" }],
    ["把第一天的晚餐删了", { do: "remove", stop: "晚餐", when: { day: { number: 1 } } }],
    ["第二天有什么安排？", { do: "plan", when: { day: { number: 2 } } }],
    ["行程是什么", { do: "plan", when: {} }],
    ["谁欠谁钱？", { do: "balances" }],
    ["记得带雨伞", { do: "pack", text: "雨伞" }],
    ["把防晒霜加到行李清单", { do: "pack", text: "防晒霜" }],
    ["如果推迟一天会怎样", { do: "shift", days: 1 }],
    ["早一周出发呢", { do: "shift", days: -7 }],
    ["检查一下行程", { do: "check" }],
    ["最近改了什么", { do: "history" }],
    ["第二天备注：早点买票", { do: "note", when: { day: { number: 2 } }, text: "早点买票" }],
    ["记一笔 3000日元 晚餐", { do: "spend", title: "晚餐", amount: "3000", currency: "JPY" }],
    ["第二天路上要多久", { do: "route", when: { day: { number: 2 } } }],
    ["订一家餐厅", { do: "book" }],
    ["你能做什么？", { do: "help" }],
  ])("%s", (text, intent) => {
    expect(meant(text)).toEqual([intent]);
    expect(readIntents(text).language).toBe("zh");
  });
});

test("several things in one message", () => {
  expect(meant("remove the castle; add Nara on day 3 and then pack a towel")).toMatchObject([
    { do: "remove", stop: "castle" },
    { do: "add", name: "Nara" },
    { do: "pack", text: "Towel" },
  ]);
  expect(meant("删掉大阪城，然后带上毛巾")).toMatchObject([
    { do: "remove", stop: "大阪城" },
    { do: "pack", text: "毛巾" },
  ]);
});

test.each([
  ["write me a poem", "en"],
  ["给我写首诗", "zh"],
])("%s is not understood", (text, language) => {
  expect(readIntents(text)).toEqual({ language, intents: [null] });
});
