import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import type { OfflineCopy, OfflineView } from "#lib/client/offline/offline-copy.ts";
import { isAnythingStored, isCompletelyStored } from "./offline-state.ts";

/** The buttons to store the trip or what is missing of it offline, to stop storing, or to remove the offline copy. */
export function OfflineActs({ keeper, view }: { keeper: OfflineCopy; view: OfflineView }) {
  const t = useTranslations("trip-offline");
  if (view.isLooking) return <div className="h-8 touch:h-11" />;
  const isRunning = view.isKeeping || (view.isWanted && view.wait !== null);
  const isAsked = !isCompletelyStored(view) || !view.isWanted;
  return (
    <>
      {isAnythingStored(view) && !view.isKeeping ? (
        <Button tone="plain" onClick={() => void keeper.remove()} className="mr-auto -ml-3 text-text-2">
          {t("remove")}
        </Button>
      ) : null}
      {isRunning && !isCompletelyStored(view) ? (
        <Button onClick={() => void keeper.pause()}>{t("stop")}</Button>
      ) : null}
      {isAsked && !view.isKeeping && view.wait !== "network" ? (
        <Button tone="primary" onClick={() => void keeper.keep()}>
          {t(view.wait ? "keepNow" : isAnythingStored(view) ? "keepRest" : "keep")}
        </Button>
      ) : null}
    </>
  );
}
