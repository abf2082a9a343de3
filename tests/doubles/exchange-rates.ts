import type { ServerResponse } from "node:http";
import { addDays } from "#lib/shared/dates.ts";
import {
  answerJson,
  answerTrouble,
  startLoopback,
  type LoopbackServer,
  type Trouble,
} from "./loopback-server.ts";

/** Additional ways in which a server of exchange rates can fail. */
export type RatesTrouble = Trouble | "huge" | "redirect" | "other-base";

export interface RatesServer extends LoopbackServer {
  /** The paths of the requests, e.g. `/v1/2026-11-20?base=EUR&symbols=JPY,USD`. */
  requests: string[];
  trouble(kind: RatesTrouble | null): void;
  /** Sets the status and body of every answer; null restores the normal answers. */
  answer(status: number | null, body?: object): void;
}

type BankingDays = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Returns what one euro is worth on each of the two banking days that the double knows. */
function bankingDays(lastDay: string): BankingDays {
  return {
    [addDays(lastDay, -1)]: { USD: 1.1345, JPY: 178.11, CHF: 0.9412, IDR: 20467.86 },
    [lastDay]: { USD: 1.1361, JPY: 178.91, CHF: 0.9468, IDR: 20470.01 },
  };
}

/**
 * Starts a double of Frankfurter's `GET /v1/{date|latest}?base=EUR&symbols=…`: it answers with the rates of the last
 * banking day, or with 404.
 * @param lastDay - the latest banking day with rates; a service that runs on the real clock needs one of this week
 */
export async function startRatesServer(lastDay = "2026-11-20"): Promise<RatesServer> {
  const days = bankingDays(lastDay);
  const requests: string[] = [];
  let trouble: RatesTrouble | null = null;
  let fixed: { status: number; body: object } | null = null;
  const server = await startLoopback((request, response) => {
    requests.push(request.url ?? "");
    if (trouble === "redirect") return void response.writeHead(302, { location: "/v1/latest" }).end();
    if (trouble === "huge") return sendForever(response);
    if (fixed) return answerJson(response, fixed.status, fixed.body);
    if (trouble !== "other-base" && answerTrouble(response, trouble)) return;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://rates.test");
    const date = lastBankingDay(days, pathname.replace("/v1/", ""));
    const symbols = (searchParams.get("symbols") ?? "").split(",");
    const known = Object.entries(days[date ?? ""] ?? {}).filter(([code]) => symbols.includes(code));
    if (!pathname.startsWith("/v1/") || known.length === 0) {
      return answerJson(response, 404, { message: "not found" });
    }
    const base = trouble === "other-base" ? "USD" : searchParams.get("base");
    answerJson(response, 200, { amount: 1, base, date, rates: Object.fromEntries(known) });
  });
  return {
    ...server,
    requests,
    trouble(kind) {
      trouble = kind;
    },
    answer(status, body = { message: "as told" }) {
      fixed = status === null ? null : { status, body };
    },
  };
}

function lastBankingDay(days: BankingDays, asked: string): string | undefined {
  const all = Object.keys(days);
  return asked === "latest" ? all.at(-1) : all.findLast((day) => day <= asked);
}

/** Sends JSON that is valid up to any point and never ends. */
function sendForever(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" }).write('{"base":"EUR","rates":{"USD":1');
  const digits = "1".repeat(16 * 1024);
  const more = (): void => {
    while (!response.destroyed && response.write(digits));
  };
  response.on("drain", more);
  more();
}
