import { TILE_DEADLINE_MS } from "#lib/shared/map-tiles.ts";
import { type Credit, CC_BY_4, CC_BY_SA_4, OPENSTREETMAP, EUROPEAN_CENTRAL_BANK } from "./credits.ts";
import type { OpenService } from "./open-service.ts";

/** A text in each language of the pages. */
export interface LocalizedText {
  en: string;
  zh: string;
}

/** The description of any outgoing requests of the service, for operators and users. */
export interface OutgoingRequests {
  /** The environment variable by which an operator sets the server or turns the requests off. */
  variable: string;
  title: LocalizedText;
  /** What the service is for, in the table of variables. */
  gives: string;
  /**
   * Browsers request only tiles themselves. All other requests go through our server, which does not send who made
   * them.
   */
  askedBy: "browser" | "server";
  sends: LocalizedText;
  when: LocalizedText;
  /** What users have when the service is off. */
  otherwise: LocalizedText;
}

/** Everything about one open service: how it is called, and the texts about it. */
export interface OpenServiceDescription extends OutgoingRequests, Omit<OpenService, "name"> {
  provider: { name: string; href: string };
  /**
   * The default URL is `origin` and `path`. When one server of the operator replaces all services, each is below its
   * `path`. null: the service is off by default.
   */
  origin: string | null;
  /**
   * The public server when `origin` is null: an operator has to agree with its owners on its use, and these limits
   * apply to it.
   */
  sharedOrigin?: string;
  path: string;
  credits: readonly Credit[];
}

/** The maximum time for an answer for which a user waits, in milliseconds. */
const DEADLINE_MS = 3500;
const KIBIBYTE = 1024;

const LOOKS_AT_WAYS = {
  en: "when somebody looks at a day, or keeps a trip offline",
  zh: "查看某一天或离线保存行程时",
};

/** When articles and pictures are requested. */
const WHEN_SHOWN = {
  en: "when somebody opens a place, or sees a trip among others or by its invite",
  zh: "打开某个地点，或在行程列表、邀请页看到行程时",
};

/**
 * The registry of open services. The variables, `npm run doctor`, the page about outgoing requests, the credits and the
 * Content-Security-Policy are made from it. The limits are the rules of each service's owners.
 */
export const OPEN_SERVICES = {
  streets: {
    variable: "MAP_TILES_URL",
    title: { en: "Streets on the map", zh: "地图上的街道" },
    gives: "Streets on the map, as a TileJSON of the OpenMapTiles schema.",
    provider: { name: "OpenFreeMap", href: "https://openfreemap.org/" },
    origin: "https://tiles.openfreemap.org",
    path: "/planet",
    askedBy: "browser",
    sends: {
      en: "which part of the map is shown or kept, and how close",
      zh: "正在显示或保存的地图范围和缩放级别",
    },
    when: {
      en: "while a map is open, and while a trip's map is kept for use offline",
      zh: "打开地图时，以及为离线使用保存行程地图时",
    },
    otherwise: { en: "the built-in map of coasts, borders and towns", zh: "内置的海岸线、国界和城镇地图" },
    credits: [
      { name: "OpenFreeMap", href: "https://openfreemap.org/" },
      { name: "© OpenMapTiles", href: "https://www.openmaptiles.org/" },
      OPENSTREETMAP,
    ],
    atOnce: 0,
    everyMs: 0,
    deadlineMs: TILE_DEADLINE_MS,
    longestAnswer: 0,
  },
  placeSearch: {
    variable: "PLACE_SEARCH_URL",
    title: { en: "Search for places", zh: "地点搜索" },
    gives: "Search for places.",
    provider: { name: "Photon (komoot)", href: "https://photon.komoot.io/" },
    origin: "https://photon.komoot.io",
    path: "",
    askedBy: "server",
    sends: {
      en: "what was typed, its language, and roughly where the trip is (to about 10 km)",
      zh: "输入的文字、语言，以及行程的大致位置（精确到约 10 公里）",
    },
    when: {
      en: "while somebody searches for a place, or has a pasted text looked through for places",
      zh: "搜索地点，或在粘贴的文字中查找地点时",
    },
    otherwise: { en: "the built-in list of towns and airports", zh: "内置的城镇和机场列表" },
    credits: [OPENSTREETMAP],
    atOnce: 2,
    everyMs: 0,
    deadlineMs: DEADLINE_MS,
    longestAnswer: 512 * KIBIBYTE,
  },
  routes: {
    variable: "ROUTING_URL",
    title: { en: "Ways between stops", zh: "地点之间的路线" },
    gives:
      "Ways by car, by bicycle and on foot, from OSRM; `{profile}` becomes `car`, `bike` or `foot`, without it only drives are asked of it.",
    provider: { name: "FOSSGIS e.V.", href: "https://routing.openstreetmap.de/about.html" },
    origin: "https://routing.openstreetmap.de",
    path: "/routed-{profile}",
    askedBy: "server",
    sends: { en: "the spots of two stops that follow each other", zh: "相邻两个地点的位置" },
    when: LOOKS_AT_WAYS,
    otherwise: { en: "estimates along a straight line", zh: "按直线估算" },
    credits: [
      OPENSTREETMAP,
      { name: "Fix the map", href: "https://www.openstreetmap.org/fixthemap", isData: false },
    ],
    atOnce: 1,
    everyMs: 1000,
    deadlineMs: DEADLINE_MS,
    longestAnswer: 1024 * KIBIBYTE,
  },
  rates: {
    variable: "EXCHANGE_RATES_URL",
    title: { en: "Exchange rates", zh: "汇率" },
    gives: "Daily exchange rates, from Frankfurter.",
    provider: { name: "Frankfurter", href: "https://frankfurter.dev/" },
    origin: "https://api.frankfurter.dev",
    path: "",
    askedBy: "server",
    sends: { en: "a day, and the currencies of an expense", zh: "日期和支出所用的货币" },
    when: { en: "when an expense is in another currency than its trip", zh: "支出货币与行程货币不同时" },
    otherwise: { en: "a dated snapshot of rates", zh: "带日期的汇率快照" },
    credits: [EUROPEAN_CENTRAL_BANK],
    atOnce: 2,
    everyMs: 0,
    deadlineMs: DEADLINE_MS,
    longestAnswer: 64 * KIBIBYTE,
  },
  weather: {
    variable: "WEATHER_URL",
    title: { en: "Weather forecast", zh: "天气预报" },
    gives: "The forecast, from Open-Meteo.",
    provider: { name: "Open-Meteo", href: "https://open-meteo.com/" },
    origin: "https://api.open-meteo.com",
    path: "",
    askedBy: "server",
    sends: {
      en: "roughly where a day's stops are (to about 10 km), and the dates",
      zh: "当天地点的大致位置（精确到约 10 公里）和日期",
    },
    when: { en: "when somebody looks at a trip of the next 16 days", zh: "查看未来 16 天内的行程时" },
    otherwise: { en: "no weather", zh: "不显示天气" },
    credits: [{ name: "Weather data by Open-Meteo.com", href: "https://open-meteo.com/", licence: CC_BY_4 }],
    atOnce: 2,
    everyMs: 0,
    deadlineMs: DEADLINE_MS,
    longestAnswer: 256 * KIBIBYTE,
  },
  pastWeather: {
    variable: "WEATHER_ARCHIVE_URL",
    title: { en: "Usual weather", zh: "往年天气" },
    gives: "The weather of past years, from Open-Meteo.",
    provider: { name: "Open-Meteo", href: "https://open-meteo.com/" },
    origin: "https://archive-api.open-meteo.com",
    path: "",
    askedBy: "server",
    sends: {
      en: "roughly where a day's stops are (to about 10 km), and the dates",
      zh: "当天地点的大致位置（精确到约 10 公里）和日期",
    },
    when: { en: "when somebody looks at a trip that begins later", zh: "查看更晚开始的行程时" },
    otherwise: { en: "no weather", zh: "不显示天气" },
    credits: [{ name: "Weather data by Open-Meteo.com", href: "https://open-meteo.com/", licence: CC_BY_4 }],
    atOnce: 1,
    everyMs: 0,
    deadlineMs: DEADLINE_MS,
    longestAnswer: 512 * KIBIBYTE,
  },
  encyclopaedia: {
    variable: "WIKIPEDIA_URL",
    title: { en: "A paragraph on a place", zh: "地点简介" },
    gives: "A paragraph on a place, from Wikipedia; `{lang}` becomes its language.",
    provider: { name: "Wikipedia", href: "https://www.wikipedia.org/" },
    origin: "https://{lang}.wikipedia.org",
    path: "",
    askedBy: "server",
    sends: {
      en: "which place it is; of a trip, the name of its destination and roughly where that is (to about 1 km)",
      zh: "是哪个地点；对行程则是目的地名称及其大致位置（精确到约 1 公里）",
    },
    when: WHEN_SHOWN,
    otherwise: { en: "no paragraph", zh: "不显示简介" },
    credits: [{ name: "Wikipedia", href: "https://www.wikipedia.org/", licence: CC_BY_SA_4 }],
    atOnce: 2,
    everyMs: 0,
    deadlineMs: DEADLINE_MS,
    longestAnswer: 256 * KIBIBYTE,
  },
  placeLinks: {
    variable: "WIKIDATA_URL",
    title: { en: "Which article belongs to a place", zh: "地点对应的条目" },
    gives: "Which article and picture belong to a place, from Wikidata.",
    provider: { name: "Wikidata", href: "https://www.wikidata.org/" },
    origin: "https://www.wikidata.org",
    path: "",
    askedBy: "server",
    sends: { en: "which place it is", zh: "是哪个地点" },
    when: WHEN_SHOWN,
    otherwise: { en: "no paragraph and no picture", zh: "不显示简介和图片" },
    credits: [{ name: "Wikidata", href: "https://www.wikidata.org/" }],
    atOnce: 2,
    everyMs: 0,
    deadlineMs: DEADLINE_MS,
    longestAnswer: 512 * KIBIBYTE,
  },
  pictures: {
    variable: "WIKIMEDIA_COMMONS_URL",
    title: { en: "A picture of a place", zh: "地点图片" },
    gives: "A picture of a place with its author and licence, from Wikimedia Commons.",
    provider: { name: "Wikimedia Commons", href: "https://commons.wikimedia.org/" },
    origin: "https://commons.wikimedia.org",
    path: "",
    askedBy: "server",
    sends: { en: "which picture it is", zh: "是哪张图片" },
    when: WHEN_SHOWN,
    otherwise: { en: "no picture", zh: "不显示图片" },
    credits: [{ name: "Wikimedia Commons", href: "https://commons.wikimedia.org/" }],
    atOnce: 2,
    everyMs: 0,
    deadlineMs: DEADLINE_MS,
    longestAnswer: 512 * KIBIBYTE,
  },
  placeFacts: {
    variable: "PLACE_FACTS_URL",
    title: { en: "Opening hours and facts", zh: "营业时间等信息" },
    gives: "Opening hours and other facts of a place, from Overpass.",
    provider: { name: "Overpass API", href: "https://overpass-api.de/" },
    origin: "https://overpass-api.de",
    path: "",
    askedBy: "server",
    sends: { en: "which place it is, or which part of the map", zh: "是哪个地点，或地图的哪个范围" },
    when: { en: "when somebody opens a place, or looks around on the map", zh: "打开某个地点或查看周边时" },
    otherwise: { en: "what people have typed", zh: "只显示手动填写的内容" },
    credits: [OPENSTREETMAP],
    atOnce: 1,
    everyMs: 0,
    deadlineMs: 10_000,
    longestAnswer: 1024 * KIBIBYTE,
  },
  timetables: {
    variable: "TRANSIT_URL",
    title: { en: "Timetables", zh: "公共交通时刻表" },
    gives:
      "Departures, lines and transfers, from a MOTIS server such as Transitous, whose volunteers want to be asked first.",
    provider: { name: "Transitous", href: "https://transitous.org/" },
    origin: null,
    sharedOrigin: "https://api.transitous.org",
    path: "",
    askedBy: "server",
    sends: {
      en: "the spots of two stops, and when one wants to leave or arrive, where one goes by public transport",
      zh: "乘坐公共交通时，起点和终点的位置，以及出发或到达时间",
    },
    when: LOOKS_AT_WAYS,
    otherwise: { en: "estimates", zh: "估算" },
    credits: [{ name: "Transitous", href: "https://transitous.org/sources/" }],
    atOnce: 1,
    everyMs: 1000,
    // A search for transit connections is slow; the estimate is shown meanwhile.
    deadlineMs: 5000,
    longestAnswer: 1024 * KIBIBYTE,
  },
} as const satisfies Record<string, OpenServiceDescription>;

export type OpenServiceName = keyof typeof OPEN_SERVICES;
export type OpenServiceVariable = (typeof OPEN_SERVICES)[OpenServiceName]["variable"];

/** The services that browsers call directly. */
export const BROWSER_SERVICES = ["MAP_TILES_URL"] as const satisfies OpenServiceVariable[];
