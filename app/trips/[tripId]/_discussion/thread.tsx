"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Fragment, type ReactNode, useId, useRef } from "react";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useComments } from "#lib/client/open-trip/comments.ts";
import type { CommentDto, CommentTarget } from "#lib/shared/comments.ts";
import { NeedsNetwork, useIsDisconnected } from "../_base/needs-network.tsx";
import { usePeople } from "../_base/people.tsx";
import { useViewState } from "../_base/view.tsx";
import { CommentItem } from "./comment-item.tsx";
import { sectionHead } from "../_base/fields/notes-field.tsx";
import { ResolvedComments } from "./settled-run.tsx";
import { useLinkedComment } from "./use-asked-comment.ts";
import { useOpenedThread, useReadWhenSeen } from "./use-thread-state.ts";

type ThreadProps = {
  target: CommentTarget;
  commentCount: number;
  /** What is shown while there are no comments. */
  empty?: ReactNode;
};

/** The thread of the trip, a stop or a reservation, oldest comment first. */
export function Thread(props: ThreadProps) {
  // The past view shows no comments, because the comments that can be loaded are those of the present.
  const isPast = useViewState(({ past }) => past !== null);
  return isPast ? null : <LiveThread {...props} />;
}

function LiveThread({ target, commentCount, empty = null }: ThreadProps) {
  const t = useTranslations("trip-details");
  const id = useId();
  const { me } = usePeople();
  const { retry, ...view } = useComments(target);
  const opened = useOpenedThread(target, view, me?.id ?? null);
  const end = useRef<HTMLSpanElement>(null);
  useReadWhenSeen(end, target, view, me?.id ?? null);
  const { status } = view;
  const isAway = useIsDisconnected();
  const live = view.comments.filter(({ deletedAt }) => deletedAt === null);
  const askedId = useLinkedComment(live.map((comment) => comment.id));
  const folded = opened && new Set([...opened.folded].filter((each) => each !== askedId));
  const waiting = status === "loading" && commentCount > 0;
  // Without a network, a thread without any comments has nothing to load and so has not failed.
  const hasFailed = status === "failed" && !(isAway && commentCount === 0);
  if (!hasFailed && !waiting && live.length === 0) return empty;
  const fresh = live.slice(live.findIndex((comment) => comment.id === opened?.newFrom));
  const freshCount = fresh.filter(({ memberId }) => memberId !== me?.id).length;
  return (
    <section aria-labelledby={id} className={target.kind === "trip" ? "px-4 pt-1" : "px-4 pt-4"}>
      <h3 id={id} className={target.kind === "trip" ? "sr-only" : sectionHead}>
        {t("comments")}
      </h3>
      {hasFailed ? <NotLoaded isAway={isAway} retry={retry} /> : null}
      {waiting ? <ThreadSkeleton count={Math.min(3, commentCount)} /> : null}
      <ol>
        {runsOf(live, folded).map((run) => (
          <Fragment key={run[0]?.id}>
            {run.some((comment) => comment.id === opened?.newFrom) ? <NewLine count={freshCount} /> : null}
            {isFolded(run[0], folded) ? (
              <ResolvedComments comments={run} />
            ) : (
              run.map((comment) => (
                <CommentItem key={comment.id} comment={comment} isAsked={comment.id === askedId} />
              ))
            )}
          </Fragment>
        ))}
      </ol>
      <span ref={end} data-thread-end className="block h-px" />
    </section>
  );
}

function NotLoaded({ isAway, retry }: { isAway: boolean; retry: () => void }) {
  const t = useTranslations("trip-details");
  if (isAway) return <NeedsNetwork what="comments" className="py-1" />;
  const again = <TextButton onClick={retry}>{t("retry")}</TextButton>;
  return (
    <InlineAlert tone="danger" live className="py-1" action={again}>
      {t("commentsFailed")}
    </InlineAlert>
  );
}

function isFolded(comment: CommentDto | undefined, folded: ReadonlySet<string> | null | undefined): boolean {
  return comment !== undefined && comment.resolvedAt !== null && folded?.has(comment.id) === true;
}

/** Groups the comments: each one alone, except that consecutive folded ones form one run. */
function runsOf(
  comments: readonly CommentDto[],
  folded: ReadonlySet<string> | null | undefined,
): CommentDto[][] {
  const runs: CommentDto[][] = [];
  for (const comment of comments) {
    const last = runs.at(-1);
    if (last && isFolded(comment, folded) && isFolded(last[0], folded)) last.push(comment);
    else runs.push([comment]);
  }
  return runs;
}

/** The line above the first unread comment. */
function NewLine({ count }: { count: number }) {
  const t = useTranslations("trip-details");
  return (
    <li className="flex items-center gap-2 py-1 text-xs font-medium text-accent-text">
      <span className="h-px flex-1 bg-accent-line" />
      {t("newCount", { count })}
      <span className="h-px flex-1 bg-accent-line" />
    </li>
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
