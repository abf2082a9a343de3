import type { Locale } from "../auth/locale.ts";
import type { ReservationFields } from "#lib/shared/reservations.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";

/** The texts of exported files beside the trip's own texts. */
export interface ExportLabels {
  day: (number: number) => string;
  ideas: string;
  bookings: string;
  departs: (moment: string) => string;
  arrives: (moment: string) => string;
  checkIn: (moment: string) => string;
  checkOut: (moment: string) => string;
  /** The text for a stop that only has an end time. */
  until: (name: string, time: string) => string;
  /** The titles of a reservation's two ends, where each is an event of its own. */
  ends: Record<"travel" | "car" | "stay" | "other", Record<"start" | "end", (title: string) => string>>;
  confirmation: (number: string) => string;
  contact: (how: string) => string;
  cost: (sum: string) => string;
  who: (names: string) => string;
  listed: string;
  kinds: Record<ReservationFields["kind"], string>;
  categories: Record<StopFields["category"], string>;
  travel: Record<TravelMode, string>;
  columns: Record<CsvColumn, string>;
  rows: { stop: string; booking: string };
}

export const CSV_COLUMNS = [
  "what",
  "date",
  "start",
  "end",
  "endDate",
  "zone",
  "name",
  "kind",
  "address",
  "lat",
  "lng",
  "cost",
  "currency",
  "confirmation",
  "provider",
  "who",
  "url",
  "notes",
  "travel",
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

export const EXPORT_LABELS: Record<Locale, ExportLabels> = {
  en: {
    day: (number) => `Day ${number}`,
    ideas: "Ideas",
    bookings: "Bookings",
    departs: (moment) => `Departs ${moment}`,
    arrives: (moment) => `Arrives ${moment}`,
    checkIn: (moment) => `Check-in ${moment}`,
    checkOut: (moment) => `Check-out ${moment}`,
    until: (name, time) => `${name} (until ${time})`,
    ends: {
      travel: { start: (title) => `Departure: ${title}`, end: (title) => `Arrival: ${title}` },
      car: { start: (title) => `Pick-up: ${title}`, end: (title) => `Drop-off: ${title}` },
      stay: { start: (title) => `Check-in: ${title}`, end: (title) => `Check-out: ${title}` },
      other: { start: (title) => `Start: ${title}`, end: (title) => `End: ${title}` },
    },
    confirmation: (number) => `Confirmation: ${number}`,
    contact: (how) => `Contact: ${how}`,
    cost: (sum) => `Cost: ${sum}`,
    who: (names) => `With: ${names}`,
    listed: ", ",
    kinds: {
      flight: "Flight",
      train: "Train",
      bus: "Bus",
      ferry: "Ferry",
      car: "Car",
      lodging: "Lodging",
      restaurant: "Restaurant",
      activity: "Activity",
      other: "Booking",
    },
    categories: {
      sight: "Sight",
      food: "Food",
      cafe: "Café",
      bar: "Bar",
      shopping: "Shopping",
      nature: "Nature",
      museum: "Museum",
      activity: "Activity",
      lodging: "Lodging",
      transport: "Transport",
      other: "Place",
    },
    travel: { walk: "Walk", cycle: "Cycle", drive: "Drive", transit: "Public transport" },
    columns: {
      what: "What",
      date: "Date",
      start: "Start",
      end: "End",
      endDate: "End date",
      zone: "Time zone",
      name: "Name",
      kind: "Kind",
      address: "Address",
      lat: "Latitude",
      lng: "Longitude",
      cost: "Cost",
      currency: "Currency",
      confirmation: "Confirmation",
      provider: "Provider",
      who: "Who",
      url: "Link",
      notes: "Notes",
      travel: "Getting there",
    },
    rows: { stop: "Stop", booking: "Booking" },
  },
  zh: {
    day: (number) => `第 ${number} 天`,
    ideas: "想法",
    bookings: "预订",
    departs: (moment) => `出发 ${moment}`,
    arrives: (moment) => `到达 ${moment}`,
    checkIn: (moment) => `入住 ${moment}`,
    checkOut: (moment) => `退房 ${moment}`,
    until: (name, time) => `${name}（至 ${time}）`,
    ends: {
      travel: { start: (title) => `出发：${title}`, end: (title) => `到达：${title}` },
      car: { start: (title) => `取车：${title}`, end: (title) => `还车：${title}` },
      stay: { start: (title) => `入住：${title}`, end: (title) => `退房：${title}` },
      other: { start: (title) => `开始：${title}`, end: (title) => `结束：${title}` },
    },
    confirmation: (number) => `确认号：${number}`,
    contact: (how) => `联系方式：${how}`,
    cost: (sum) => `费用：${sum}`,
    who: (names) => `同行：${names}`,
    listed: "、",
    kinds: {
      flight: "航班",
      train: "火车",
      bus: "巴士",
      ferry: "轮渡",
      car: "租车",
      lodging: "住宿",
      restaurant: "餐厅",
      activity: "活动",
      other: "预订",
    },
    categories: {
      sight: "景点",
      food: "餐饮",
      cafe: "咖啡馆",
      bar: "酒吧",
      shopping: "购物",
      nature: "自然",
      museum: "博物馆",
      activity: "活动",
      lodging: "住宿",
      transport: "交通",
      other: "地点",
    },
    travel: { walk: "步行", cycle: "骑行", drive: "驾车", transit: "公共交通" },
    columns: {
      what: "类型",
      date: "日期",
      start: "开始",
      end: "结束",
      endDate: "结束日期",
      zone: "时区",
      name: "名称",
      kind: "类别",
      address: "地址",
      lat: "纬度",
      lng: "经度",
      cost: "费用",
      currency: "货币",
      confirmation: "确认号",
      provider: "服务商",
      who: "参与者",
      url: "链接",
      notes: "备注",
      travel: "前往方式",
    },
    rows: { stop: "地点", booking: "预订" },
  },
};
