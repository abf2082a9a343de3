// A thread of its own, in which one account sends as many requests as it can.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** One kind of request, which `loops` clients send at the same time, each as fast as it is answered. */
export interface Load {
  name: string;
  loops: number;
  method: string;
  path: string;
  /** The headers, which the requests use in turn. */
  headers: readonly Record<string, string>[];
  body?: string;
}

export interface AbuserData {
  url: string;
  loads: readonly Load[];
}

/** How often each status was answered, by the load's name. */
export type Answers = Record<string, Record<number, number>>;

const { url, loads } = workerData as AbuserData;
const agent = new Agent({ keepAlive: true });
const answers: Answers = {};
const over = new AbortController();

function ask({ method, path, headers, body }: Load, turn: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const own = headers[turn % headers.length];
    const asked = request(new URL(path, url), { agent, method, headers: { ...own } }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.once("error", reject).end(body);
  });
}

async function loop(load: Load, first: number): Promise<void> {
  for (let turn = first; !over.signal.aborted; turn++) {
    const status = await ask(load, turn).catch(() => 0);
    const counts = (answers[load.name] ??= {});
    counts[status] = (counts[status] ?? 0) + 1;
  }
}

parentPort?.on("message", () => {
  over.abort();
  parentPort?.postMessage(answers, []);
  agent.destroy();
  parentPort?.close();
});
for (const load of loads) for (let n = 0; n < load.loops; n++) void loop(load, n);
