// @alone @long: sets the environment, which the service reads once; the demonstration model, which no service uses
import { afterAll, describe, expect, test } from "vitest";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { startDemoModel } from "#tests/doubles/demo-model.ts";
import { worldOf, type WorldPhoto } from "#tests/doubles/street-world.ts";
import { newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import { newStop, readTrip } from "#tests/factories/trips.ts";
import { askAndWait } from "#tests/helpers/agent.ts";
import { newMoneyFixture } from "#tests/helpers/expenses.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";

/* These tests run the demo model with the agent's real tools and check its actions and answers in two languages. */

const imagery = await useStreetView();
const model = await startDemoModel({ pace: 0, now: () => new Date("2026-11-14T03:00:00Z") });
Object.assign(process.env, {
  AGENT_MODEL: model.model,
  AGENT_API_KEY: model.key,
  AGENT_BASE_URL: model.baseUrl,
});
afterAll(() => model.stop());

const MARKET = { lat: 35.005, lng: 135.7649 };
const TEMPLE = { lat: 34.9948, lng: 135.785 };

function photo(id: string): WorldPhoto {
  return { id, ...MARKET, isPano: false, capturedAt: Date.UTC(2024, 4, 2), compassAngle: 92 };
}

/** Creates a plan with two timed stops on its second day and one idea. */
async function newPlan() {
  const scene = await newMoneyFixture();
  const { owner, trip } = scene;
  const dayId = trip.days[1]?.id ?? null;
  await newStop(owner, trip, { name: "锦市场", dayId, startTime: "12:00", category: "food", place: MARKET });
  await newStop(owner, trip, {
    name: "Ginkaku-ji",
    dayId,
    startTime: "15:00",
    endTime: "16:30",
    category: "sight",
    place: TEMPLE,
  });
  await newStop(owner, trip, { name: "Nijō Castle", dayId: null });
  return scene;
}

type Plan = Awaited<ReturnType<typeof newPlan>>;

/** Sends several messages in turn and returns the last answer, which must always be readable text. */
async function said({ editor, tripId }: Plan, ...texts: string[]): Promise<string> {
  let words = "";
  for (const text of texts) {
    const reply = await askAndWait(editor, tripId, text);
    expect(reply.run).toMatchObject({ status: "done", fault: null });
    words = textOfParts(reply);
    expect(words).not.toMatch(/NaN|undefined|null|Invalid|\[object/);
  }
  return words;
}

/** Returns the names and times of the second day's stops. */
async function secondDay({ editor, tripId }: Plan): Promise<string[]> {
  const trip = await readTrip(editor, tripId);
  return linesOf(trip, trip.days[1]?.id ?? null);
}

function linesOf({ stops }: TripDto, dayId: string | null): string[] {
  return stops
    .filter((stop) => stop.dayId === dayId)
    .map(({ startTime, endTime, name }) => [startTime, endTime, name].filter(Boolean).join(" "));
}

const LUNCH = "12:00 锦市场";
const SIGHT = "15:00 16:30 Ginkaku-ji";

describe("what it changes is in the trip", () => {
  test.each<[string, string[], RegExp, string[]]>([
    [
      "a stop between two others",
      ["add ramen at Ichiran on day 2 at 14:00"],
      /^I've added “Ramen at Ichiran” to day 2 \(Sun 15 Nov\) at 14:00\./,
      [LUNCH, "14:00 Ramen at Ichiran", SIGHT],
    ],
    [
      "a stop before all others",
      ["第二天8点加一个早餐"],
      /^已把“早餐”加到第 2 天（11月15日周日）08:00。/,
      ["08:00 早餐", LUNCH, SIGHT],
    ],
    [
      "a stop on another day",
      ["move Kiyomizu-dera to day 2 at 18:00"],
      /^“Kiyomizu-dera” is now on day 2 \(Sun 15 Nov\) at 18:00\.$/,
      [LUNCH, SIGHT, "18:00 Kiyomizu-dera"],
    ],
    [
      "one after another",
      ["把锦市场移到Ginkaku-ji之后"],
      /^已把“锦市场”排到“Ginkaku-ji”之后。$/,
      [SIGHT, LUNCH],
    ],
    [
      "the stop that was spoken of",
      ["add ramen at Ichiran on day 2 at 11:00", "move it to 19:00"],
      /^“Ramen at Ichiran” is now at 19:00\.$/,
      [LUNCH, SIGHT, "19:00 Ramen at Ichiran"],
    ],
    ["a stop that goes", ["remove Ginkaku-ji"], /^I've removed “Ginkaku-ji”\./, [LUNCH]],
    ["another one that goes", ["删掉锦市场"], /^已删除“锦市场”。/, [SIGHT]],
    [
      "a time, with the stay as long as it was",
      ["change Ginkaku-ji to 16:00"],
      /^“Ginkaku-ji” is now at 16:00\.$/,
      [LUNCH, "16:00 17:30 Ginkaku-ji"],
    ],
    ["a time", ["把锦市场改到下午1点"], /^已把“锦市场”改到 13:00。$/, ["13:00 锦市场", SIGHT]],
  ])("%s", async (_, texts, words, day) => {
    const plan = await newPlan();
    expect(await said(plan, ...texts)).toMatch(words);
    expect(await secondDay(plan)).toEqual(day);
  });

  test("things to pack, notes of a day", async () => {
    const plan = await newPlan();
    expect(await said(plan, "pack a towel")).toBe("“Towel” is on the packing list.");
    expect(await said(plan, "记得带雨伞")).toBe("“雨伞”已加到行李清单。");
    await said(plan, "note for day 2: buy tickets", "note for day 2: early");
    const { items, days } = await readTrip(plan.editor, plan.tripId);
    expect(items.map(({ text }) => text)).toEqual(["Towel", "雨伞"]);
    expect(days[1]?.notes).toBe("buy tickets\nearly");
  });

  test("nothing, where whoever asks may only propose", async () => {
    const plan = await newPlan();
    const asked = { ...plan, editor: plan.viewer };
    expect(await said(asked, "remove Ginkaku-ji")).toMatch(/^As a suggestion, .*I've removed/);
    expect(await said(asked, "第二天8点加一个早餐")).toMatch(/^作为建议提交了/);
    expect(await secondDay(plan)).toEqual([LUNCH, SIGHT]);
  });
});

describe("what it tells is the trip as it stands", () => {
  test.each<[string, RegExp]>([
    ["What's the plan for day 2?", /^Day 2 \(Sun 15 Nov\):\n- 12:00 锦市场\n- 15:00–16:30 Ginkaku-ji$/],
    ["第二天有什么安排？", /^第 2 天（11月15日周日）：\n- 12:00 锦市场\n- 15:00–16:30 Ginkaku-ji$/],
    ["show the trip", /^Kyoto, 5 days:\n- Day 1 \(Sat 14 Nov\): Kiyomizu-dera\n[^]*Ideas: Nijō Castle$/],
    ["what if we go a day later?", /^The trip would go from Sun 15 Nov to Thu 19 Nov\. 5 days would move/],
    ["如果晚一天去呢？", /^行程会变成11月15日周日到11月19日周四。5 天连同地点一起顺延。我什么都没有改/],
    ["find Kyoto", /^Here is what I found for “Kyoto”:\n- Kyoto/],
    // A place is named by its main name in the page's language, which is English here.
    ["找京都", /^找到这些“京都”：\n- Kyoto/],
    [
      "how long does day 2 take?",
      /^The ways of day 2 \(Sun 15 Nov\):\n- 锦市场 → Ginkaku-ji: \d+ min, 2\.\d km$/,
    ],
    ["第二天路上要多久", /^第 2 天（11月15日周日）的路程：\n- 锦市场 → Ginkaku-ji：\d+ 分钟，2\.\d 公里$/],
  ])("%s", async (text, words) => {
    const plan = await newPlan();
    const before = await readTrip(plan.editor, plan.tripId);
    expect(await said(plan, text)).toMatch(words);
    expect(await readTrip(plan.editor, plan.tripId)).toEqual(before);
  });

  test("who owes what, in the trip's money", async () => {
    const plan = await newPlan();
    expect(await said(plan, "who owes what?")).toBe("Nobody owes anybody anything.");
    const { owner, editor, tripId, ids } = plan;
    await newExpense(owner, tripId, expenseSharedBy(3000, "JPY", ids.owner, ids.editor));
    const pays = `${editor.name} pays ${owner.name} JP¥1,500`;
    expect(await said(plan, "who owes what?")).toBe(`To settle up:\n- ${pays}`);
    expect(await said(plan, "谁欠谁")).toMatch(/^这样就两清：\n- .*付给.* JP¥1,500$/);
  });

  test("what does not fit", async () => {
    const plan = await newPlan();
    const { owner, trip } = plan;
    for (const name of ["Tea", "Zen"]) {
      const times = { startTime: "10:00", endTime: "11:00" };
      await newStop(owner, trip, { name, dayId: trip.days[2]?.id ?? null, ...times });
    }
    expect(await said(plan, "check the trip")).toBe(
      "This doesn't fit yet:\n- Sat 14 Nov: For 4 nights from 2026-11-14 on there is no bed and no journey.\n- Mon 16 Nov: “Tea” and “Zen” are at the same time.",
    );
    expect(await said(plan, "检查行程")).toBe(
      "这些地方还不合适：\n- 11月14日周六：从这天起有 4 晚还没有住处。\n- 11月16日周一：“Tea”和“Zen”时间重叠。",
    );
  });

  test("who changed what", async () => {
    const plan = await newPlan();
    await said(plan, "remove Ginkaku-ji");
    expect(await said(plan, "what changed?")).toContain(`- ${plan.editor.name} removed “Ginkaku-ji”\n`);
    expect(await said(plan, "最近改了什么？")).toContain(`- ${plan.editor.name}删除了“Ginkaku-ji”\n`);
  });

  test("streets that there are photos of, and others", async () => {
    const plan = await newPlan();
    imagery.world(worldOf([photo("1"), photo("2")]));
    expect(await said(plan, "what does it look like around 锦市场")).toBe(
      "Here is the street around 锦市场: 2 photos.",
    );
    expect(await said(plan, "看看锦市场的街景")).toBe("这是锦市场周围的街景：2 张照片。");
    expect(await said(plan, "看看Ginkaku-ji的街景")).toBe("Ginkaku-ji周围还没有人拍过街景。");
  });

  test("an expense as a draft alone", async () => {
    const plan = await newPlan();
    const reply = await askAndWait(plan.editor, plan.tripId, "I paid 3,000 for taxis");
    expect(textOfParts(reply)).toMatch(/^I've drafted an expense, “Taxis”, JP¥3,000\./);
    const drafts = reply.parts.flatMap((part) => (part.type === "expense" ? [part.expense] : []));
    expect(drafts).toMatchObject([
      { title: "Taxis", money: { amount: 3000, payers: [{ memberId: plan.ids.editor, amount: 3000 }] } },
    ]);
    expect((await readTrip(plan.editor, plan.tripId)).expenses).toEqual([]);
  });
});
