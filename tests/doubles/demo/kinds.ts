/** The words for a kind of place, typical names of such places, and their category in a trip. */
interface Kind {
  asked: RegExp;
  named: RegExp;
  category: string;
}

const KINDS: readonly Kind[] = [
  kind(/\b(?:hotel|hostel|ryokan|guest ?house|airbnb)\b|酒店|旅馆|民宿|宾馆|饭店/i, "lodging"),
  kind(/\b(?:temple)\b|寺/i, "sight", /temple|寺|-ji\b|-dera\b/i),
  kind(/\b(?:shrine)\b|神社|神宫/i, "sight", /shrine|taisha|jingu|神社|大社|神宫/i),
  kind(/\b(?:castle)\b|城堡|古堡/i, "sight", /castle|castelo|城/i),
  kind(/\b(?:museum|gallery)\b|博物馆|美术馆/i, "museum"),
  kind(/\b(?:airport)\b|机场/i, "transport"),
  kind(/\b(?:station|train)\b|车站|火车|列车/i, "transport", /station|train|rapid|站|列车/i),
  kind(/\b(?:caf[eé]|coffee)\b|咖啡/i, "cafe"),
  kind(/\b(?:bar|pub|drinks|cocktails?)\b|酒吧|喝一杯/i, "bar"),
  kind(/\b(?:breakfast)\b|早餐|早饭/i, "food", /breakfast|早餐|早饭/i),
  kind(/\b(?:lunch)\b|午餐|午饭|中饭/i, "food", /lunch|午餐|午饭/i),
  kind(/\b(?:dinner|supper)\b|晚餐|晚饭/i, "food", /dinner|supper|晚餐|晚饭/i),
  kind(/\b(?:ramen|noodles|soba|udon)\b|拉面|面馆|荞麦面|乌冬/i, "food", /ramen|noodle|soba|udon|面/i),
  kind(/\b(?:restaurant|sushi|tapas|food|pizza|curry|bakery)\b|餐|饭|寿司|火锅|小吃|烧肉|烤肉/i, "food"),
  kind(/\b(?:market)\b|市场|集市/i, "shopping", /market|mercado|市场/i),
  kind(/\b(?:shop|shopping|mall|store)\b|购物|商场|商店|百货/i, "shopping"),
  kind(/\b(?:park|garden|beach|hike|mountain|lake|river|forest)\b|公园|花园|海滩|徒步|山|湖|竹林/i, "nature"),
  kind(/\b(?:tour|class|show|concert|onsen|spa)\b|体验|演出|温泉|课/i, "activity"),
  kind(/\b(?:tower|church|palace|view|bridge|cathedral)\b|塔|教堂|宫|桥|大社/i, "sight"),
];

const PLACE = /\b(?:place|spot|stop|visit)\b|地方/i;

function kind(asked: RegExp, category: string, named: RegExp = asked): Kind {
  return { asked, named, category };
}

/** Returns the probable category of a stop with this name. */
export function categoryOf(name: string): string | undefined {
  return KINDS.find(({ asked, named }) => asked.test(name) || named.test(name))?.category;
}

/** Whether a user who names only a kind of place may mean this stop, by the stop's name or else by its category. */
export function isOfKind(
  words: string,
  stop: { name: string; category: string },
  by: "name" | "category",
): boolean {
  const meant = KINDS.find(({ asked }) => words.replace(asked, "").replace(PLACE, "").trim() === "");
  if (!meant) return false;
  return by === "name" ? meant.named.test(stop.name) : meant.category === stop.category;
}
