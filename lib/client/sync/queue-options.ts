import type { Clock } from "#lib/shared/clock.ts";
import type { ApiError } from "../base/api.ts";
import type { Notice } from "../writes/notices.ts";
import type { PendingWrite } from "./pending-write.ts";
import type { TripRequests } from "./trip-requests.ts";

/** What the queue of a trip's writes needs, and whom it notifies. */
export interface QueueOptions {
  clock: Clock;
  line: TripRequests;
  userId: string;
  /** The seq of the confirmed trip. */
  confirmedSeq(): number;
  onChange(): void;
  onRefused(pending: PendingWrite, error: ApiError): void;
  onNotice(notice: Notice): void;
}
