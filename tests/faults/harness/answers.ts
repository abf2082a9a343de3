import * as z from "zod";

/** Texts that no answer may contain: positions in code, queries, and messages of libraries and systems. */
const RAW =
  /\bat \S+ \(|\.(?:ts|js|mjs):\d+|node_modules|\bE(?:CONN|PIPE|NOSPC|ACCES|NOENT|TIMEDOUT)|SQLSTATE|\b(?:select|insert|update) .+ (?:from|into|set) |\bpostgres|DatabaseError|TypeError/i;

const ErrorBody = z.object({ code: z.string(), message: z.string(), requestId: z.string().min(1) });

export interface Answers {
  /** Receives an answer of the service. */
  see: (request: Request, response: Response) => void;
  /** Returns what was wrong with answers, after all received answers have been read. */
  offences(): Promise<string[]>;
  /** Returns the number of refused requests since the last {@link reset}. */
  refused(): number;
  answered(): number;
  reset(): void;
}

/** Checks every answer that clients get: a refusal for a fault must say so and when to retry, and nothing else. */
export function watchAnswers(): Answers {
  let [refused, answered] = [0, 0];
  let found: string[] = [];
  let reading: Promise<void>[] = [];

  async function judge(request: Request, response: Response): Promise<void> {
    if (response.status < 400) return;
    // A connection that breaks in the middle of an answer gives no text to check.
    const text = await response.text().catch(() => null);
    if (text === null) return;
    const what = offenceOf(response, text);
    if (what)
      found.push(
        `${request.method} ${patternOf(request.url)}: ${response.status} ${what}: ${text.slice(0, 300)}`,
      );
  }

  return {
    see(request, response) {
      if (response.status >= 500) refused += 1;
      else answered += 1;
      reading.push(judge(request, response));
    },
    async offences() {
      await Promise.all(reading);
      return [...new Set(found)];
    },
    refused: () => refused,
    answered: () => answered,
    reset() {
      [refused, answered, found, reading] = [0, 0, [], []];
    },
  };
}

function offenceOf(response: Response, text: string): string | null {
  if (RAW.test(text)) return "shows its inside";
  if (response.status < 500) return null;
  if (response.status !== 503) return "is no refusal that says to come back";
  if (!/^\d+$/.test(response.headers.get("retry-after") ?? "")) return "says not when to come back";
  const body = ErrorBody.safeParse(parsed(text));
  return body.success ? null : "has another shape";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function patternOf(url: string): string {
  return new URL(url).pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "{id}");
}
