import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, call, type CallResult, type CallOptions, ConnectionError } from "#lib/client/base/api.ts";
import { newId } from "#lib/client/base/ids.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { newPdf } from "#tests/helpers/files.ts";
import type { TripLedger } from "./ledger.ts";
import { nthExpense } from "./spending.ts";

const PATIENCE_MS = 20_000;
const PAUSE_MS = 40;
const AGAIN_MS = 300;

interface Row {
  id: string;
}

/** A request that can be sent any number of times with its idempotency key. */
interface Sent {
  send: (options: CallOptions) => Promise<CallResult<Row>>;
  key: string;
  id: string;
}

export interface NativeClient {
  /** Writes until the signal aborts, and then until the last write is answered. */
  run(signal: AbortSignal): Promise<void>;
  /** Sends some acknowledged requests again; each must get its first answer. */
  repeatSome(): Promise<void>;
}

interface Place {
  tripId: string;
  people: readonly string[];
  currencies: readonly [string, string];
  ledger: TripLedger;
}

/**
 * Simulates a client by another developer, which uses idempotency keys but no ids of its own. It retries requests
 * without an answer, and sends every third request twice at once, as some networks do.
 */
export function nativeClient(reach: CallOptions, place: Place): NativeClient {
  const { ledger } = place;
  const acknowledged: Sent[] = [];

  async function write(n: number): Promise<void> {
    const { op, mark, send, noted } = plannedWrite(place, n);
    const key = newId();
    await ledger.note(op, mark, async () => {
      const copies = n % 3 === 0 ? 2 : 1;
      const answers = await Promise.all(
        Array.from({ length: copies }, () =>
          untilAnswered(reach, (options) => send({ ...options, idempotencyKey: key })),
        ),
      );
      const ids = new Set(answers.map(({ data }) => data.id));
      if (ids.size > 1)
        ledger.contradictions.push(`${op} ${mark} sent twice became ${[...ids].join(" and ")}`);
      const [answer] = answers;
      if (!answer) return;
      noted?.(answer.data);
      acknowledged.push({ send, key, id: answer.data.id });
    });
  }

  return {
    async run(signal) {
      for (let n = 0; !signal.aborted; n++) {
        await write(n);
        await sleep(PAUSE_MS);
      }
    },
    async repeatSome() {
      for (const { send, key, id } of acknowledged.filter((_, index) => index % 7 === 0)) {
        const { data } = await untilAnswered(reach, (options) => send({ ...options, idempotencyKey: key }));
        if (data.id !== id) ledger.contradictions.push(`${id} sent again under its key became ${data.id}`);
      }
    },
  };
}

interface Planned {
  op: "stop.created" | "comment.created" | "expense.created" | "attachment.created";
  mark: string;
  send: (options: CallOptions) => Promise<CallResult<Row>>;
  noted?: (row: Row) => void;
}

function plannedWrite({ tripId, people, currencies, ledger }: Place, n: number): Planned {
  const [mark, params] = [newId(), { tripId }];
  if (n % 12 === 5) {
    const bytes = newPdf({ text: mark });
    const query = { target: `trip:${tripId}`, name: `${mark}.pdf` };
    return {
      op: "attachment.created",
      mark,
      send: (options) => call(attachmentsApi.upload, { params, query, file: new Blob([bytes]) }, options),
      noted: ({ id }) => void ledger.files.set(id, bytes),
    };
  }
  if (n % 3 === 0) {
    const money = nthExpense(n, people, currencies);
    return {
      op: "expense.created",
      mark,
      send: (options) => call(expensesApi.create, { params, body: { title: mark, money } }, options),
      noted: (row) =>
        void ledger.expenses.set(row.id, { money, rate: "rate" in row ? (row.rate as null) : null }),
    };
  }
  if (n % 3 === 1) {
    const body = { name: mark, dayId: null };
    return { op: "stop.created", mark, send: (options) => call(stopsApi.create, { params, body }, options) };
  }
  const body = { target: { kind: "trip" as const, id: tripId }, body: mark };
  return {
    op: "comment.created",
    mark,
    send: (options) => call(commentsApi.create, { params, body }, options),
  };
}

/** Sends a request until there is a definite answer. @throws ApiError for a refusal that a retry would not change */
export async function untilAnswered<T>(
  reach: CallOptions,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await send({ ...reach, signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch (error) {
      if (!mayComeBack(error)) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

function mayComeBack(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return (
    error instanceof ConnectionError ||
    (error instanceof Error && /abort|timeout/i.test(error.name)) ||
    error instanceof TypeError
  );
}
