"use client";

import { MessagesSquare, X } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Drawer } from "#app/_ui/drawer.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { CommentTarget } from "#lib/shared/comments.ts";
import { Composer } from "./composer.tsx";
import { Thread } from "./thread.tsx";
import { useMay } from "../_base/may.tsx";
import { useView, useViewState } from "../_base/view.tsx";

/** The drawer with the discussion of the trip, in the position of a stop's details. */
export default function TalkDrawer() {
  const t = useTranslations("trip-details");
  const view = useView();
  const { join } = useMay();
  const open = useViewState(({ talk }) => talk);
  const { id, commentCount } = useTrip((trip) => ({ id: trip.id, commentCount: trip.commentCount }));
  const target: CommentTarget = { kind: "trip", id };
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) view.closeDetails();
      }}
      title={t("talk")}
      className="phone:bg-surface"
      head={
        <>
          <span aria-hidden className="flex-1 text-sm font-medium text-text-3">
            {t("talk")}
          </span>
          <IconButton label={t("close")} icon={X} onClick={view.closeDetails} />
        </>
      }
      foot={join ? <Composer target={target} /> : null}
    >
      {open ? (
        <Thread
          target={target}
          commentCount={commentCount}
          empty={
            <EmptyState icon={MessagesSquare} title={t("talkEmpty")} level={3}>
              {t("talkHint")}
            </EmptyState>
          }
        />
      ) : null}
    </Drawer>
  );
}
