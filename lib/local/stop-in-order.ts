import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#lib/server/env/env.ts";
import { log } from "#lib/server/http/log.ts";
import { beginShutdown, finishShutdown } from "#lib/server/process/graceful-shutdown.ts";
import { CLOSE_TIMEOUT_MS, type GracefulClose } from "./graceful-close.ts";

/** The maximum wait for sockets to close: the close frame of a socket is small and is sent at once. */
const GOODBYE_MS = 1000;

export interface Server {
  leave: GracefulClose;
  /** The open sockets, each with the function that ends it. */
  sockets: ReadonlyMap<Duplex, () => void>;
  close: () => Promise<void>;
}

/**
 * Ends the process when it gets the signal to stop, after everything that it has begun; and at once at the second
 * signal.
 */
export function stopInOrder(server: Server): void {
  let isStopping = false;
  function stop(noticeMs: number): void {
    if (isStopping) process.exit(1);
    isStopping = true;
    void leaveInOrder(server, noticeMs).then(
      () => process.exit(0),
      (error: unknown) => {
        log().error({ err: error }, "the server could not stop in order");
        process.exit(1);
      },
    );
  }
  const noticeMs = env().STOP_NOTICE_SECONDS * 1000;
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop(noticeMs));
  // The parent process has ended. This process ends, too, because the next start needs its port.
  process.once("disconnect", () => {
    if (!isStopping) stop(0);
  });
}

async function leaveInOrder({ leave, sockets, close }: Server, noticeMs: number): Promise<void> {
  beginShutdown();
  leave.begin();
  if (noticeMs > 0) await sleep(noticeMs);
  const patienceMs = env().STOP_SECONDS * 1000;
  const late = AbortSignal.timeout(patienceMs);
  const until = Date.now() + patienceMs + CLOSE_TIMEOUT_MS;
  await Promise.all([leave.end(late), endSockets(sockets)]);
  await finishShutdown({ late, until });
  await Promise.race([close(), sleep(Math.max(0, until - Date.now()))]);
}

async function endSockets(sockets: Server["sockets"]): Promise<void> {
  const closed = [...sockets].map(([socket, end]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.once("close", () => resolve());
    end();
    return promise;
  });
  await Promise.race([Promise.all(closed), sleep(GOODBYE_MS)]);
  for (const socket of sockets.keys()) socket.destroy();
}
