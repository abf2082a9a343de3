import type { ServerResponse } from "node:http";
import {
  answerJson,
  answerTrouble,
  startLoopback,
  type LoopbackServer,
  type Trouble,
} from "./loopback-server.ts";

/** What else can go wrong with a server of rates. */
export type RatesTrouble = Trouble | "huge" | "redirect" | "other-base";

export interface RatesServer extends LoopbackServer {
  /** What was asked, e.g. `/v1/2026-11-20?base=EUR&symbols=JPY,USD`. */
  requests: string[];
  trouble(kind: RatesTrouble | null): void;
}

/** What one euro was worth on the banking days that it knows. */
export const BANKING_DAYS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "2026-11-19": { USD: 1.1345, JPY: 178.11, CHF: 0.9412, IDR: 20467.86 },
  "2026-11-20": { USD: 1.1361, JPY: 178.91, CHF: 0.9468, IDR: 20470.01 },
};

/** Frankfurter's `GET /v1/{date|latest}?base=EUR&symbols=…`: the last banking day's rates, or 404. */
export async function startRatesServer(): Promise<RatesServer> {
  const requests: string[] = [];
  let trouble: RatesTrouble | null = null;
  const server = await startLoopback((request, response) => {
    requests.push(request.url ?? "");
    if (trouble === "redirect") return void response.writeHead(302, { location: "/v1/latest" }).end();
    if (trouble === "huge") return sendForever(response);
    if (trouble !== "other-base" && answerTrouble(response, trouble)) return;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://rates.test");
    const date = lastBankingDay(pathname.replace("/v1/", ""));
    const symbols = (searchParams.get("symbols") ?? "").split(",");
    const known = Object.entries(BANKING_DAYS[date ?? ""] ?? {}).filter(([code]) => symbols.includes(code));
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
  };
}

function lastBankingDay(asked: string): string | undefined {
  const days = Object.keys(BANKING_DAYS);
  return asked === "latest" ? days.at(-1) : days.findLast((day) => day <= asked);
}

/** Valid JSON as far as anybody reads, and no end of it. */
function sendForever(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" }).write('{"base":"EUR","rates":{"USD":1');
  const digits = "1".repeat(16 * 1024);
  const more = (): void => {
    while (!response.destroyed && response.write(digits));
  };
  response.on("drain", more);
  more();
}
