import type { FoundPlace, TripDay, TripStop } from "./tools.ts";
import { datesOf, dateText, dayNumber, bulletList } from "./sentences.ts";
import type { HistoryEntry, Problem, Words } from "./words.ts";

const LOCALE = "zh-CN";
const CAN =
  "我可以添加、移动、删除地点和改时间，查找地点并看看那里的街景，念出某一天的安排，说明谁欠谁多少钱，起草一笔支出，" +
  "往行李清单里加东西，写当天的备注，检查行程，还可以推算换个日期会怎样。";

export const chinese: Words = {
  locale: LOCALE,
  between: "",
  help: `${CAN}比如：“第二天19点加一个一兰拉面”，或者“周日有什么安排？”`,
  notUnderstood: `抱歉，这个我不会：我只听得懂几种说法。${CAN}`,
  notHere: "在这个行程里我做不到：这里没有相应的工具。",
  noTrip: "刚才没能读到行程，所以什么都没有改。请再试一次。",
  cannotBook: "我不能预订、购买或打电话。我可以先把它加到行程里，订好之后再由你填写预订信息。",
  whichDay: "要放在哪一天？比如“第二天”，或者“放到想法里”。",
  whichPlace: "你说的是哪里？告诉我行程里的地点，或者任何一个地名。",
  noDates: "行程还没有日期，没法推算。",
  noAmount: "没看懂金额。可以这样写：“记一笔 3000日元 晚餐”。",
  fine: "检查过了，没有发现不合适的地方。",
  nobodyOwes: "谁也不欠谁。",
  noHistory: "还没有任何改动。",
  noBalances: "刚才没能读到账目。",
  dayName: (trip, day) => (day ? `第 ${dayNumber(trip, day)} 天${dated(day)}` : "想法"),
  noDay: (trip) => {
    const [start, end] = datesOf(trip, LOCALE);
    const span = start && end ? `，从${start}到${end}` : "";
    return trip.days.length === 0
      ? "行程里还没有日子。"
      : `没有这一天：行程一共 ${trip.days.length} 天${span}。`;
  },
  noStop: (words) => `行程里找不到“${words}”这样的地点，所以什么都没有改。`,
  which: (names) => {
    const quoted = names.map((name) => `“${name}”`);
    return `你指的是哪一个：${quoted.slice(0, -1).join("、")}，还是${quoted.at(-1)}？`;
  },
  refused: (why) => (why === "" ? "没有成功，什么都没有改。" : `没有成功：${why}`),
  proposed: (sentence) => `作为建议提交了，等可以编辑的成员采纳：${sentence}`,
  added: (name, day, time, place) => `已把“${name}”加到${atTime(day, time)}。${pin(place)}`,
  changed: (name, { day, time, after }) => {
    const parts = [
      ...(day === undefined ? [] : [`移到${day}`]),
      ...(time === undefined ? [] : [`改到 ${time}`]),
      ...(after === undefined ? [] : [`排到“${after}”之后`]),
    ];
    return `已把“${name}”${parts.join("，")}。`;
  },
  alreadySo: (name) => `“${name}”本来就在那里，什么都没有改。`,
  removed: (name) => `已删除“${name}”。如果删错了，可以撤销。`,
  found: (what, near, places) =>
    bulletList(
      `${near === "" ? "" : `${near}附近，`}找到这些${what === "" ? "地点" : `“${what}”`}：`,
      places.map(placeLine),
      "告诉我要加哪一个、加到哪一天。",
    ),
  foundNone: (what, near) =>
    `${near === "" ? "" : `${near}附近`}没有找到${what === "" ? "地点" : `“${what}”`}。`,
  where: (place) => {
    const region = place.region === undefined ? "" : `，${place.region}`;
    const far = place.distanceKm === undefined ? "" : `，离最近的地点 ${kilometres(place.distanceKm)}`;
    return `${place.name}在 ${place.lat.toFixed(4)}, ${place.lng.toFixed(4)}${region}${far}。`;
  },
  planned: (trip, day, time) => {
    if (!day) return "它在想法里。";
    return `它安排在${atTime(chinese.dayName(trip, day), time)}。`;
  },
  street: (where, photos, hasPanorama) =>
    `这是${where}周围的街景：${photos} 张照片${hasPanorama ? "，其中有可以转动的全景" : ""}。`,
  noStreet: (where, outcome) =>
    ({
      empty: `${where}周围还没有人拍过街景。`,
      place_not_found: `我不知道“${where}”在哪里。`,
      invalid_request: `看不了：“${where}”不是可以查看的地方。`,
      service_unavailable: "暂时取不到街景照片，过一会儿再试。",
    })[outcome],
  dayPlan: (day, title, stops, notes) => {
    const name = `${day}${title === null ? "" : `“${title}”`}`;
    const head = stops.length === 0 ? `${name}还没有安排。` : `${name}：`;
    return bulletList(head, stops.map(stopLine), notes === "" ? "" : `备注：${notes}`);
  },
  tripPlan: (trip) =>
    bulletList(
      `${trip.title}，一共 ${trip.days.length} 天：`,
      trip.days.map(
        (day) => `第 ${dayNumber(trip, day)} 天${dated(day)}：${namesOf(day.stops) || "还没有安排"}`,
      ),
      trip.ideas.length === 0 ? "" : `想法：${namesOf(trip.ideas)}`,
    ),
  noted: (day) => `已写进${day}的备注。`,
  packed: (text) => `“${text}”已加到行李清单。`,
  drafted: (title, amount) => `起草了一笔支出：“${title}”，${amount}。请看看是谁付的、由谁分摊。`,
  dates: (start, end, { movedDays, toIdeas, keptBookings }) =>
    [
      `行程会变成${dateText(start, LOCALE)}到${dateText(end, LOCALE)}。`,
      movedDays === 0 ? "" : `${movedDays} 天连同地点一起顺延。`,
      toIdeas.length === 0 ? "" : `会放回想法：${toIdeas.join("、")}。`,
      keptBookings.length === 0 ? "" : `不动的预订：${keptBookings.join("、")}。`,
      "我什么都没有改：要不要改，由你在行程的日期里决定。",
    ].join(""),
  route: (day, legs, summary) =>
    bulletList(
      legs.length === 0 && summary === "" ? `${day}没有可以估算的路程。` : `${day}的路程：`,
      legs.map(({ from, to, minutes, km }) => {
        const facts = [minutes === null ? "" : `${minutes} 分钟`, km === null ? "" : kilometres(km)];
        return `${from} → ${to}：${facts.filter(Boolean).join("，") || "不清楚"}`;
      }),
      summary,
    ),
  owes: (payments) =>
    bulletList(
      "这样就两清：",
      payments.map(({ from, to, amount }) => `${from}付给${to} ${amount}`),
    ),
  problems: (found) => bulletList("这些地方还不合适：", found.map(problemLine)),
  history: (deeds) => bulletList("最近的改动：", deeds.map(deedLine)),
};

function atTime(day: string, time: string | null | undefined): string {
  if (!time) return day;
  return day.endsWith("）") ? `${day}${time}` : `${day} ${time}`;
}

function problemLine({ kind, date, says, names: [one = "", other = ""] }: Problem): string {
  const [needed = "", free = ""] = /about (\d+) minutes, and there are (-?\d+)/.exec(says)?.slice(1) ?? [];
  const known: Readonly<Record<string, string>> = {
    overlap: `“${one}”和“${other}”时间重叠。`,
    transfer: `从“${one}”到“${other}”大约要 ${needed} 分钟，中间只有 ${free} 分钟。`,
    night: `从这天起有 ${/^For (\d+)/.exec(says)?.[1] ?? 1} 晚还没有住处。`,
    closed: `那时“${one}”不开门。`,
    outside: `预订“${one}”不在行程日期之内。`,
  };
  return `${date === "" ? "" : `${dateText(date, LOCALE)}：`}${known[kind] ?? says}`;
}

function deedLine({ by, verb, what, name }: HistoryEntry): string {
  const thing = name === "" ? (THINGS[what.split(".")[0] ?? ""] ?? what) : `“${name}”`;
  return `${by}${VERBS[verb] ?? "改动了"}${thing}`;
}

const THINGS: Readonly<Record<string, string>> = {
  trip: "行程",
  day: "某一天",
  member: "成员",
  stop: "地点",
};
const VERBS: Readonly<Record<string, string>> = {
  created: "添加了",
  updated: "修改了",
  moved: "移动了",
  deleted: "删除了",
  restored: "恢复了",
  set: "投票给",
};

function dated({ date }: TripDay): string {
  return date === null ? "" : `（${dateText(date, LOCALE)}）`;
}

function pin(place: FoundPlace | null): string {
  if (!place) return "地图上没有找到这个地方，所以还没有标记。";
  return `地图上标在${place.name}${place.region === undefined ? "" : `（${place.region}）`}。`;
}

function placeLine({ name, region, distanceKm }: FoundPlace): string {
  const facts = [region ?? "", distanceKm === undefined ? "" : kilometres(distanceKm)].filter(Boolean);
  return facts.length === 0 ? name : `${name}（${facts.join("，")}）`;
}

function kilometres(km: number): string {
  return km < 1 ? `${Math.round(km * 1000)} 米` : `${km < 10 ? km.toFixed(1) : Math.round(km)} 公里`;
}

function stopLine({ name, startTime, endTime }: TripStop): string {
  if (startTime === null) return name;
  return `${startTime}${endTime === null ? "" : `–${endTime}`} ${name}`;
}

function namesOf(stops: readonly TripStop[]): string {
  return stops.map(({ name }) => name).join(" · ");
}
