import type { TownLabel } from "#lib/shared/basemap.ts";
import { readTowns } from "./gazetteer-sources.ts";

const LEAST_PEOPLE = 300_000;
/** Pairs of a population and the zoom from which the map shows towns with at least that population. */
const ZOOMS = [
  { people: 5_000_000, minZoom: 3.5 },
  { people: 2_000_000, minZoom: 4.25 },
  { people: 1_000_000, minZoom: 5 },
  { people: 500_000, minZoom: 5.75 },
] as const;
const SMALL_ZOOM = 6.5;

/**
 * The names on maps of mainland China of towns that have several Chinese names in GeoNames, which does not say where
 * each name is used.
 */
const USUAL = new Set(
  (
    "迪拜 阿德莱德 悉尼 堪培拉 布里斯班 布鲁塞尔 卡尔加里 金沙萨 阿比让 上海 襄阳 黄山 张家界 晋江 舟山 湖州 太仓 " +
    "百色 赤峰 宜宾 昆山 利兹 金奈 加尔各答 艾哈迈达巴德 巴士拉 佛罗伦萨 横滨 滨松 内罗毕 首尔 釜山 光州 拉巴特 " +
    "塔那那利佛 卡拉奇 利雅得 马尔默 新加坡 弗里敦 摩加迪沙 伊斯坦布尔 孟菲斯 旧金山 基督城 加沙"
  ).split(" "),
);

/** Returns towns that the embedded map names, the largest first, with their zooms. */
export async function townLabels(): Promise<TownLabel[]> {
  const simplified = simplifiedCharacters();
  const towns = (await readTowns()).filter(
    ({ people, feature }) => people >= LEAST_PEOPLE || feature === "PPLC",
  );
  return towns
    .toSorted((a, b) => b.people - a.people || a.id - b.id)
    .map(({ names, lat, lng, people }) => ({
      name: names[0] ?? "",
      zh: chineseName(names, simplified),
      at: [lng, lat],
      minZoom: ZOOMS.find((step) => people >= step.people)?.minZoom ?? SMALL_ZOOM,
    }));
}

/**
 * Returns the characters of GB 2312, which contains the simplified characters and not the traditional ones that they
 * replace.
 */
function simplifiedCharacters(): ReadonlySet<string> {
  const decoder = new TextDecoder("gb18030");
  const characters = new Set<string>();
  for (let row = 0xb0; row <= 0xf7; row++) {
    for (let cell = 0xa1; cell <= 0xfe; cell++) {
      characters.add(decoder.decode(new Uint8Array([row, cell])));
    }
  }
  return characters;
}

function chineseName(names: readonly string[], simplified: ReadonlySet<string>): string {
  const isChinese = (name: string) =>
    /^\p{Script=Han}{2,}$/u.test(name) && Array.from(name).every((character) => simplified.has(character));
  const found = new Set(
    names.filter(isChinese).map((name) => (name.length > 2 ? name.replace(/市$/, "") : name)),
  );
  const [only = ""] = found;
  return found.size === 1 ? only : ([...found].find((name) => USUAL.has(name)) ?? "");
}
