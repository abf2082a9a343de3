import { createHash, createHmac } from "node:crypto";
import { runPipelined } from "#db/client.ts";
import {
  type BareFeed,
  countFeeds,
  insertFeed,
  revokeFeedRow,
  selectFeed,
  selectFeeds,
} from "#db/queries/feeds.ts";
import type { ClientId } from "#db/queries/write.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { type FeedDto, MAX_FEEDS, type NewFeed } from "#lib/shared/feeds.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { createOnce } from "../writes/creation.ts";
import { env } from "../env/env.ts";
import { Replay } from "../writes/idempotency.ts";
import { requireWriteMember, writeTrip } from "../writes/write.ts";

/**
 * Returns a feed's token. It is derived from the id, so that its owner can see the URL again although the database has
 * only a hash.
 */
function tokenOf(feedId: string): string {
  const mac = createHmac("sha256", env().BETTER_AUTH_SECRET).update(`feed:${feedId}`).digest();
  return mac.subarray(0, 24).toString("base64url");
}

export function feedTokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function withUrl(feed: BareFeed): FeedDto {
  return { ...feed, url: `${env().BASE_URL}/api/calendar/${tokenOf(feed.id)}.ics` };
}

export async function listFeeds(ctx: Ctx, tripId: string): Promise<FeedDto[]> {
  await requireAccess(ctx, tripId, "viewer");
  const rows = await selectFeeds(ctx.db, { tripId, userId: ctx.viewer.userId });
  return rows.map(({ feed }) => withUrl(feed));
}

/** Creates a feed. It belongs to one member and is no event of the trip; its URL is left out of stored answers. */
export async function createFeed(ctx: Ctx, tripId: string, input: NewFeed): Promise<FeedDto> {
  const feed = await createOnce<BareFeed>(
    ctx,
    { kind: "feed", tripId, input },
    (id, claim) => insertOne(ctx, tripId, id, input, claim),
    async (id) => (await selectFeed(ctx.db, { tripId, id }))[0]?.feed,
  ).catch((error: unknown) => replayedFeed(ctx, error));
  return withUrl(feed);
}

function insertOne(
  ctx: Ctx,
  tripId: string,
  id: string,
  { scope }: NewFeed,
  claim: ClientId | null,
): Promise<BareFeed> {
  const { userId } = ctx.viewer;
  return writeTrip(ctx, tripId, "viewer", {
    allow: ["archived"],
    read: (tx) => runPipelined([countFeeds(tx, { tripId, userId })]),
    work: async (write, [[held]]) => {
      if ((held?.count ?? 0) >= MAX_FEEDS) {
        throw new AppError("LIMIT_REACHED", `You have ${MAX_FEEDS} calendar addresses. Remove one first.`);
      }
      write.claim(claim);
      const tokenHash = feedTokenHash(tokenOf(id));
      const row = { id, tripId, memberId: requireWriteMember(write).id, tokenHash, scope, at: write.at };
      const [inserted] = await insertFeed(write.tx, row);
      if (!inserted) throw new Error("An insert returned no row.");
      return inserted.feed;
    },
  });
}

/** Returns the stored answer of a repeat. It has no URL; the caller adds the URL as for a new feed. */
function replayedFeed({ reply }: Ctx, error: unknown): BareFeed {
  if (!(error instanceof Replay)) throw error;
  const { status, tripSeq, body } = error.answer;
  Object.assign(reply, { status, tripSeq });
  return JSON.parse(body);
}

export function revokeFeed(ctx: Ctx, tripId: string, feedId: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "viewer", {
    allow: ["archived"],
    work: async (write) => {
      const place = { tripId, memberId: requireWriteMember(write).id, id: feedId, at: write.at };
      const [revoked] = await revokeFeedRow(write.tx, place);
      if (!revoked) throw notFound("calendar address");
      return undefined;
    },
  });
}
