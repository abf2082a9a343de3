import { accountApi } from "#lib/shared/api/account.ts";
import { AppError } from "#lib/shared/errors.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import { runSerially } from "../process/serial-queue.ts";
import { freshDatabase } from "../process/database.ts";
import { answerRequest } from "../http/answer-request.ts";
import { readInput } from "../http/input.ts";
import { requirePageUser } from "../http/page-user.ts";
import { refuseGuest, type Route } from "../http/route.ts";
import { findSession } from "../access/session.ts";
import { exportText } from "./export-text.ts";
import { spool, type SpooledFile } from "./spool.ts";

const endpoint = accountApi.export;
const LIMIT = { windowSeconds: 60 * 60, max: 20 };

/** The export of an account as a download. It is the only JSON answer that is too large to be built in memory. */
export const exportRoute: Route = {
  endpoint,
  handle: (request) =>
    answerRequest(request, endpoint.path, async () => {
      const viewer = await findSession(freshDatabase(), request.headers);
      if (!viewer) throw new AppError("UNAUTHENTICATED", "Sign in first.");
      requirePageUser(request, viewer);
      refuseGuest(viewer, endpoint, {});
      await readInput(request, endpoint, {});
      const now = new Date();
      const headers = new Headers({
        "content-type": "application/json",
        "content-disposition": `attachment; filename="wayfare-export-${now.toISOString().slice(0, 10)}.json"`,
      });
      if (viewer.refreshCookie) headers.append("set-cookie", viewer.refreshCookie);
      // The answer to HEAD has no body, because Next would drop the body and leave it open.
      if (request.method === "HEAD") return new Response(null, { headers });
      await requireWithinLimit(new Headers(), endpoint.path, LIMIT, { subject: viewer.userId });
      const { userId, sessionId } = viewer;
      const { size, body } = await exportAccount({ userId, sessionId, now }, request.signal);
      headers.set("content-length", String(size));
      return new Response(body, { headers });
    }),
};

/** Runs one export at a time in each process, because each export occupies a database connection until it ends. */
function exportAccount(
  whose: { userId: string; sessionId: string; now: Date },
  signal: AbortSignal,
): Promise<SpooledFile> {
  return runSerially("account exports", () =>
    spool(signal, (write) => freshDatabase().snapshot((tx) => write(exportText(tx, whose)))),
  );
}
