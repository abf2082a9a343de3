"use client";

import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Segmented } from "#app/_ui/segmented.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { toast } from "#app/_ui/toast.ts";
import { ApiError } from "#lib/client/base/api.ts";
import { useCreateFeed, useFeeds, useRevokeFeed } from "#lib/client/trips/feeds.ts";
import type { FeedScope } from "#lib/shared/feeds.ts";
import { FeedRow } from "./feed-row.tsx";

/** Creates, copies and revokes the private addresses of calendar feeds. */
export function CalendarFeeds({ tripId }: { tripId: string }) {
  const t = useTranslations("trip-files");
  const tUi = useTranslations("ui");
  const lang = useLocale();
  const feeds = useFeeds(tripId);
  const creating = useCreateFeed(tripId);
  const revoking = useRevokeFeed(tripId);
  const [scope, setScope] = useState<FeedScope>("all");

  function revoke(feedId: string) {
    revoking.mutate(feedId, {
      onSuccess: () => toast(t("stopped")),
      onError: () => toast(t("stopFailed"), { problem: true }),
    });
  }

  const isFull = creating.error instanceof ApiError && creating.error.body.code === "LIMIT_REACHED";
  return (
    <section aria-labelledby="calendar-feeds" className="mt-4 border-t border-line pt-4">
      <h3 id="calendar-feeds" className="font-semibold">
        {t("feeds")}
      </h3>
      <p className="pt-0.5 text-sm text-pretty text-text-3">{t("feedsText")}</p>
      <div className="flex flex-wrap items-center gap-2 pt-3">
        <Segmented
          label={t("scope")}
          value={scope}
          onChange={setScope}
          options={[
            { value: "all", label: t("scopes.all") },
            { value: "mine", label: t("scopes.mine") },
          ]}
        />
        <Button busy={creating.isPending} onClick={() => creating.mutate(scope)}>
          {t("makeFeed")}
        </Button>
      </div>
      {creating.isError ? (
        <InlineAlert tone="danger" live className="mt-3">
          {t(isFull ? "feedsFull" : "makeFailed")}
        </InlineAlert>
      ) : null}
      {feeds.isError ? (
        <InlineAlert
          tone="danger"
          className="mt-3"
          action={<TextButton onClick={() => void feeds.refetch()}>{tUi("retry")}</TextButton>}
        >
          {t("feedsFailed")}
        </InlineAlert>
      ) : null}
      {feeds.isPending ? <Skeleton className="mt-4 h-5 w-40" /> : null}
      <ul className="grid gap-4 pt-4 empty:hidden">
        {feeds.data?.map((feed) => (
          <FeedRow key={feed.id} feed={feed} lang={lang} onRevoke={() => revoke(feed.id)} />
        ))}
      </ul>
    </section>
  );
}
