"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useComments } from "#lib/client/comments.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { CommentItem } from "./comment-item.tsx";
import { sectionHead } from "./notes-field.tsx";

/** What people say about the stop, oldest first. */
export function Thread({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const id = useId();
  const { comments, status, retry } = useComments({ kind: "stop", id: stop.id });
  const live = comments.filter(({ deletedAt }) => deletedAt === null);
  const waiting = status === "loading" && stop.commentCount > 0;
  if (status !== "failed" && !waiting && live.length === 0) return null;
  return (
    <section aria-labelledby={id} className="px-4 pt-4">
      <h3 id={id} className={sectionHead}>
        {t("comments")}
      </h3>
      {status === "failed" ? (
        <p className="text-sm text-text-3">
          {t("commentsFailed")} <TextButton onClick={retry}>{t("retry")}</TextButton>
        </p>
      ) : null}
      {waiting ? <ThreadSkeleton count={Math.min(3, stop.commentCount)} /> : null}
      <ol>
        {live.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ol>
      <span data-thread-end />
    </section>
  );
}

function ThreadSkeleton({ count }: { count: number }) {
  return (
    <div className="space-y-3 py-1.5">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid grid-cols-[24px_minmax(0,1fr)] gap-2.5">
          <Skeleton className="size-6 rounded-full" />
          <div className="space-y-1.5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
