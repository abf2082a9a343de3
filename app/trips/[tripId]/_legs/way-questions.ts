import type { Clock } from "#lib/shared/clock.ts";

/** Several changes in a row are asked about once. */
const PAUSE_MS = 600;
/** The service leaves a router in trouble alone for half a minute. Then estimates have to do. */
const AGAIN_MS = [8000, 35_000, 120_000];

interface Options {
  clock: Clock;
  /** `isPending`: there may be more to know later. */
  ask: (dayId: string, signal: AbortSignal) => Promise<{ isPending: boolean }>;
}

interface Question {
  /** What was asked about: the day's ways. */
  keys: string;
  state: "new" | "asked" | "pending" | "told";
  tries: number;
}

interface Asking {
  /** Asks at once for what is pending, however often it was asked. */
  again: () => void;
  /** What is not told by then is asked about when it is wanted once more. */
  end: () => void;
}

/** Asks for the ways of days: once as long as they stay, and a few times more where the router is late. */
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
      // Whoever comes back to a day looks at it anew.
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
