"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { useConnection, useLiveSession, useSaveState } from "#lib/client/open-trip/trip-context.tsx";
import type { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { PendingWrite } from "#lib/client/sync/pending-write.ts";
import { announce } from "../_base/announcer.tsx";
import { RefusedChanges } from "./refused-changes.tsx";
import { useChangeWords } from "./use-change-words.ts";
import { roundUpToMinute, useRetryDelay, useUnsentWrites, useUnsentCounts } from "../_base/use-unsent.ts";

const unsentOf = ({ store }: TripSession) => [...store.queue.unsent];
const phasesOf = ({ store }: TripSession) => store.queue.unsent.map(({ phase }) => phase);

/** Lists the unsent changes in the order in which they are sent, and the refused ones. */
export function UnsentList() {
  const t = useTranslations("trip-queue");
  const session = useLiveSession();
  const unsent = useUnsentWrites(unsentOf);
  const phases = useUnsentWrites(phasesOf);
  const { elsewhere, refused } = useUnsentCounts();
  const isWaiting = useSaveState() === "waiting";
  const isTooFast = useRetryDelay()?.why === "limited";
  return (
    <div className="flex flex-col gap-4 px-4 pt-1 pb-4 phone:px-5">
      {unsent.length > 0 ? (
        <section aria-labelledby="unsent-waiting">
          <div className="flex items-center gap-2">
            <h3 id="unsent-waiting" className="flex-1 text-sm font-medium text-text-2">
              {t("waiting")}
            </h3>
            {isWaiting && !isTooFast ? (
              <Button size="sm" onClick={() => session.wake()}>
                {t("tryNow")}
              </Button>
            ) : null}
          </div>
          <WhyWaiting unsent={unsent} />
          <ol className="mt-2 flex flex-col">
            {unsent.map((pending, index) => (
              <UnsentChange key={pending.key} pending={pending} isSending={phases[index] === "sending"} />
            ))}
          </ol>
        </section>
      ) : null}
      {elsewhere > 0 ? <ElsewhereChanges /> : null}
      <RefusedChanges />
      {unsent.length === 0 && elsewhere === 0 && refused === 0 ? (
        <p className="py-2 text-text-2">{t("none")}</p>
      ) : null}
    </div>
  );
}

const elsewhereOf = ({ keeping }: TripSession) => keeping.keeper?.elsewhere ?? null;

/**
 * Lists the changes that other tabs of this browser have not sent yet. Only those tabs can remove them, because they
 * may be sending them.
 */
function ElsewhereChanges() {
  const t = useTranslations("trip-queue");
  const formats = useFormats();
  const wordsOf = useChangeWords();
  const changes = useUnsentWrites(elsewhereOf) ?? [];
  return (
    <section aria-labelledby="unsent-elsewhere">
      <h3 id="unsent-elsewhere" className="text-sm font-medium text-text-2">
        {t("elsewhere")}
      </h3>
      <p className="mt-1 text-sm text-pretty text-text-3">{t("elsewhereHint")}</p>
      <ol className="mt-2 flex flex-col">
        {changes.map(({ key, recipe, name, at }) => (
          <li
            key={key}
            className="min-h-10 border-t border-line py-1 wrap-anywhere first:border-t-0 touch:min-h-12"
          >
            {wordsOf({ recipe, name })}
            <span className="block text-xs text-text-3">{formats.ago(new Date(at).toISOString())}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Says what the changes wait for, and what would lose them. */
function WhyWaiting({ unsent }: { unsent: readonly PendingWrite[] }) {
  const t = useTranslations("trip-queue");
  const why = useWhyWords();
  const isWaiting = useSaveState() === "waiting";
  const isLosable = isWaiting && unsent.some(({ kept }) => kept === "no");
  if (isLosable) return <p className="mt-1 text-sm text-warning">{t("pageOnlyHint")}</p>;
  return <p className="mt-1 text-sm text-pretty text-text-3">{why}</p>;
}

function useWhyWords(): string {
  const t = useTranslations("trip-queue");
  const formats = useFormats();
  const connection = useConnection();
  const hindrance = useRetryDelay();
  const isWaiting = useSaveState() === "waiting";
  if (connection === "signed-out") return t("signedOutHint");
  if (!isWaiting) return t("sendingHint");
  if (hindrance?.why === "busy") return t("busyHint");
  if (hindrance) return t("limitedHint", { time: formats.clock(roundUpToMinute(hindrance.until)) });
  return t("offlineHint");
}

function UnsentChange({ pending, isSending }: { pending: PendingWrite; isSending: boolean }) {
  const t = useTranslations("trip-queue");
  const formats = useFormats();
  const { store } = useLiveSession();
  const words = useChangeWords()({ recipe: pending.write.recipe, name: pending.name });
  function takeBack() {
    const gone = store.queue.takeBack(pending);
    if (gone.length > 0) announce(t("tookBack", { count: gone.length }));
  }
  const resting = store.queue.restingOn(pending).length;
  return (
    <li className="flex min-h-10 items-center gap-2 border-t border-line first:border-t-0 touch:min-h-12">
      <span className="min-w-0 flex-1 py-1 wrap-anywhere">
        {words}
        <span className="block text-xs text-text-3">
          {formats.ago(new Date(pending.at).toISOString())}
          {resting > 0 ? ` · ${t("and", { count: resting })}` : null}
        </span>
      </span>
      {isSending ? (
        <span className="grid size-8 place-items-center">
          <Spinner />
          <span className="sr-only">{t("sending")}</span>
        </span>
      ) : (
        <IconButton size="sm" icon={Undo2} label={t("takeBackOf", { change: words })} onClick={takeBack} />
      )}
    </li>
  );
}
