import type { Clock } from "#lib/shared/clock.ts";

/** Several changes within this time lead to one request. */
const PAUSE_MS = 600;
/**
 * The delays of repeated requests. The service's circuit breaker for a failing routing service stays open for half a
 * minute; afterwards estimates have to do.
 */
const AGAIN_MS = [8000, 35_000, 120_000];

interface Options {
  clock: Clock;
  /** Requests the legs of a day; `isPending` says that a later request may give more legs. */
  ask: (dayId: string, signal: AbortSignal) => Promise<{ isPending: boolean }>;
}

interface Question {
  /** The keys of the day's legs that the request is about. */
  keys: string;
  state: "new" | "asked" | "pending" | "told";
  tries: number;
}

interface Asking {
  /** Requests the pending days again at once, however often they were requested. */
  again: () => void;
  /** Cancels the requests; a day without an answer is requested again when its legs are wanted again. */
  end: () => void;
}

/**
 * Requests the legs of days: once as long as they do not change, and a few times more while the routing service has
 * not computed all of them.
 */
export class LegRequests {
  readonly #clock: Clock;
  readonly #ask: Options["ask"];
  readonly #questions = new Map<string, Question>();
  #inView: ReadonlySet<string> = new Set();

  constructor({ clock, ask }: Options) {
    this.#clock = clock;
    this.#ask = ask;
  }

  want(days: ReadonlyArray<readonly [dayId: string, keys: string]>): Asking {
    const leaving = new AbortController();
    const timers = new Map<string, () => void>();
    const wanted = days
      .filter(([, keys]) => keys !== "")
      .map(([dayId, keys]) => [dayId, this.#questionOf(dayId, keys)] as const);

    const send = async (dayId: string, question: Question) => {
      question.state = "asked";
      const isPending = await this.#ask(dayId, leaving.signal).then(
        (answer) => answer.isPending,
        () => true,
      );
      if (leaving.signal.aborted) return;
      question.state = isPending ? "pending" : "told";
      wait(dayId, question);
    };
    const wait = (dayId: string, question: Question) => {
      const delay = question.state === "new" ? PAUSE_MS : AGAIN_MS[question.tries];
      if (question.state === "told" || question.state === "asked" || delay === undefined) return;
      const cancel = this.#clock.after(delay, () => {
        if (question.state === "pending") question.tries += 1;
        void send(dayId, question);
      });
      timers.set(dayId, cancel);
    };
    for (const [dayId, question] of wanted) {
      // A day that comes into view again may be requested as often as a new one.
      if (!this.#inView.has(dayId)) question.tries = 0;
      wait(dayId, question);
    }
    this.#inView = new Set(wanted.map(([dayId]) => dayId));

    return {
      again() {
        for (const [dayId, question] of wanted) {
          if (question.state !== "pending") continue;
          timers.get(dayId)?.();
          question.tries = 0;
          void send(dayId, question);
        }
      },
      end() {
        for (const cancel of timers.values()) cancel();
        leaving.abort();
        for (const [, question] of wanted) if (question.state === "asked") question.state = "new";
      },
    };
  }

  #questionOf(dayId: string, keys: string): Question {
    const known = this.#questions.get(dayId);
    const question: Question = known?.keys === keys ? known : { keys, state: "new", tries: 0 };
    this.#questions.set(dayId, question);
    return question;
  }
}
