"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { toast } from "#app/_ui/toast.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";
import type { ResumedWrites, TripWithStoredWrites } from "#lib/client/open-trip/resume-writes.ts";

interface Left {
  here: ResumedWrites;
  trips: readonly TripWithStoredWrites[];
}

/** Sends the stored writes of all trips on this device; those that could not be saved are listed above the trips. */
export function StoredChanges({ userId }: { userId: string }) {
  const t = useTranslations("trips");
  const left = useLeft(userId);
  if (!left || left.trips.length === 0) return null;
  return (
    <section aria-labelledby="left-changes" className="pb-6">
      <h2 id="left-changes" className="px-3 pb-1.5 text-sm font-semibold text-warning">
        {t("left.title")}
      </h2>
      <ul>
        {left.trips.map((trip) =>
          trip.title === null ? (
            <GoneTrip key={trip.tripId} trip={trip} onDiscard={() => void left.here.discard(trip)} />
          ) : (
            <li key={trip.tripId}>
              <Link
                href={`/trips/${trip.tripId}`}
                className="block min-h-11 rounded-md px-3 py-2 transition-colors hover:bg-hover"
              >
                <span className="block font-medium wrap-anywhere">{trip.title}</span>
                <span className="block text-sm text-pretty text-text-2">
                  {t("left.open", { count: trip.count })}
                </span>
              </Link>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** Unsent changes of a trip that is no longer accessible. They can't be sent; only their text can be copied. */
function GoneTrip({ trip, onDiscard }: { trip: TripWithStoredWrites; onDiscard: () => void }) {
  const t = useTranslations("trips");
  async function copy() {
    await navigator.clipboard.writeText(trip.text);
    toast(t("left.copied"));
  }
  return (
    <li className="px-3 py-2">
      <p className="font-medium text-pretty">{t("left.gone", { count: trip.count })}</p>
      <p className="text-sm text-text-2">{t("left.goneHint")}</p>
      <p className="mt-2 line-clamp-6 rounded-md bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-line select-text">
        {trip.text}
      </p>
      <div className="mt-1 -ml-2.5 flex gap-1">
        <Button
          size="sm"
          tone="accent"
          // Without permission for the clipboard, the text is shown and can be selected.
          onClick={() => void copy().catch(() => toast(trip.text, { problem: true }))}
        >
          {t("left.copy")}
        </Button>
        <Button size="sm" tone="plain" onClick={onDiscard}>
          {t("left.discard")}
        </Button>
      </div>
    </li>
  );
}

/**
 * Loads the code that sends stored writes when the page is idle, and sends the writes again each time the connection
 * is back.
 */
function useLeft(userId: string): Left | null {
  const [left, setLeft] = useState<Left | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    let here: ResumedWrites | null = null;
    async function look() {
      here?.close();
      const { ResumedWrites: Here } = await import("#lib/client/open-trip/resume-writes.ts");
      if (ended.signal.aborted) return;
      const next = new Here(userId);
      here = next;
      next.changes.add(() => setLeft({ here: next, trips: next.trips }));
      await next.open();
    }
    const again = () => void look().catch(() => undefined);
    const cancel = whenIdle(again, 5000);
    window.addEventListener("online", again, { signal: ended.signal });
    return () => {
      cancel();
      ended.abort();
      here?.close();
    };
  }, [userId]);
  return left;
}
