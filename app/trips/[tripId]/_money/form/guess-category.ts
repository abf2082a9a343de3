import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";

/**
 * Words that identify a category. They match as whole words where a script separates words by spaces, and anywhere in
 * Chinese and Japanese.
 */
const WORDS: Readonly<Partial<Record<ExpenseCategory, string>>> = {
  groceries: "groceries supermarket market konbini lawson familymart 超市 便利店 菜市场 杂货",
  food:
    "lunch dinner breakfast brunch restaurant cafe café coffee tea ramen sushi pizza bar beer drinks snack snacks ice-cream bakery " +
    "午餐 午饭 晚餐 晚饭 早餐 早饭 餐厅 咖啡 茶 拉面 寿司 火锅 小吃 酒吧 啤酒 奶茶 饮料",
  lodging: "hotel hostel airbnb ryokan apartment guesthouse lodging motel 酒店 旅馆 民宿 青旅 公寓 住宿 房费",
  flights: "flight flights airfare airline 机票 航班 飞机",
  transport:
    "taxi uber bus train metro subway tram ferry fuel petrol parking toll shinkansen icoca suica ticket-gate car-rental " +
    "出租车 打车 滴滴 公交 地铁 火车 高铁 新干线 轮渡 加油 停车 过路费 租车 车票",
  sights:
    "museum temple castle shrine gallery tower zoo aquarium palace 博物馆 美术馆 寺 神社 城堡 门票 景点 动物园 水族馆",
  activities:
    "tour class workshop hike kayak diving ski show concert cinema spa onsen massage 游览 体验 课程 滑雪 潜水 演出 音乐会 电影 温泉 按摩",
  shopping: "souvenir souvenirs gift gifts clothes shoes shopping 纪念品 礼物 手信 衣服 鞋 购物",
  communication: "esim sim data wifi roaming 流量 话费 电话卡 上网卡",
  fees: "visa fee fees insurance atm tax deposit 签证 手续费 保险 押金 城市税",
};

/** Separates a title into what was paid for and where: "taxi to a museum" is a taxi. */
const ASIDE = /\s(?:at|in|to|from|near|by|after|before|with|@)\s|[去到]/u;

/**
 * Lodgings are often named after sights: "Hotel Avenida Palace", "Castle Hostel". So a word for lodging overrides one
 * for sights.
 */
const NAMED_AFTER: Partial<Record<ExpenseCategory, ExpenseCategory>> = { sights: "lodging" };

/**
 * Guesses the category from the title; null if it contains no known word. Words before the first "at" or "to" count
 * before the rest. Among them the last word decides, except that a word for lodging overrides one for sights.
 */
export function guessCategory(title: string): ExpenseCategory | null {
  const words = title.normalize("NFKC").toLowerCase();
  const [head = ""] = words.split(ASIDE);
  return lastOf(head) ?? lastOf(words);
}

function lastOf(words: string): ExpenseCategory | null {
  const found = known
    .map(([word, category]) => ({ category, at: positionOf(words, word) }))
    .filter(({ at }) => at !== -1);
  const isThere = (category: ExpenseCategory | undefined) => found.some((each) => each.category === category);
  const counted = found.filter(({ category }) => !isThere(NAMED_AFTER[category]));
  return counted.reduce((best, each) => (each.at > best.at ? each : best), { category: null, at: -1 } as {
    category: ExpenseCategory | null;
    at: number;
  }).category;
}

const known = Object.entries(WORDS).flatMap(([category, words]) =>
  words.split(" ").map((word) => [word.replaceAll("-", " "), category as ExpenseCategory] as const),
);

function positionOf(text: string, word: string): number {
  const at = text.lastIndexOf(word);
  if (at === -1 || !/^[\p{Script=Latin}\d ]+$/u.test(word)) return at;
  const isWhole =
    !/[\p{L}\d]/u.test(text.charAt(at - 1)) && !/[\p{L}\d]/u.test(text.charAt(at + word.length));
  return isWhole ? at : -1;
}
