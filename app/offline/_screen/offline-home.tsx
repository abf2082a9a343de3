"use client";

import { type ReactNode, useEffect, useState } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { formatBytes } from "#app/trips/[tripId]/_base/files/file-facts.ts";
import { CenteredPage } from "#app/_shell/centered-page.tsx";
import { Button } from "#app/_ui/button.tsx";
import type { DeviceTrips, ListedTrip } from "#lib/client/offline/device-store.ts";
import { reloadFromService } from "#lib/client/offline/offline-worker.ts";

const ASK_EVERY_MS = 10_000;

/**
 * Says that there is no connection, and lists the trips that open without one. The requested page is loaded when the
 * service answers.
 */
export function OfflineHome({ path }: { path: string }) {
  const t = useTranslations("offline");
  const kept = useKept();
  useReturn();
  const known = path === "/share" ? "shareKept" : path === "/trips" ? "listNotHere" : "pageNotHere";
  const isTrip = /^\/trips\/[\w-]+$/.test(path);
  return (
    <CenteredPage
      title={t("title")}
      actions={<Button onClick={() => void reloadFromService()}>{t("again")}</Button>}
    >
      <p>{t(isTrip ? "tripNotHere" : known)}</p>
      {kept && kept.here.length === 0 ? <p className="mt-4">{t("noneHere")}</p> : null}
      {kept && kept.here.length > 0 ? (
        <Group title={t("here")}>
          {kept.here.map((trip) => (
            <KeptRow
              key={trip.id}
              trip={trip}
              waiting={kept.waiting.get(trip.id) ?? 0}
              beside={kept.beside.get(trip.id) ?? 0}
            />
          ))}
        </Group>
      ) : null}
      {kept && kept.elsewhere.length > 0 ? (
        <Group title={t("elsewhere")}>
          {kept.elsewhere.map((trip) => (
            <li key={trip.id} className="py-2">
              <TripWords trip={trip} />
            </li>
          ))}
        </Group>
      ) : null}
    </CenteredPage>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="text-sm font-semibold text-text-3">{title}</h2>
      <ul className="mt-1">{children}</ul>
    </section>
  );
}

type KeptRowProps = {
  trip: DeviceTrips["here"][number];
  waiting: number;
  /** The size of the trip's stored map and attachments in bytes. */
  beside: number;
};

/** A row with a link that loads its page anew, because the router would ask the service first. */
function KeptRow({ trip, waiting, beside }: KeptRowProps) {
  const t = useTranslations("offline");
  const formats = useFormats();
  return (
    <li>
      <a
        href={`/trips/${trip.id}`}
        className="-mx-3 block min-h-11 rounded-md px-3 py-2 transition-colors hover:bg-hover"
      >
        <TripWords trip={trip} strong />
        <span className="block text-xs text-text-3">
          {t("asOf", { time: formats.moment(new Date(trip.asOf).toISOString()) })}
          {beside > 0
            ? ` · ${t("beside", { size: formatBytes(beside, intlLocales[formats.locale]) })}`
            : null}
          {waiting > 0 ? ` · ${t("waiting", { count: waiting })}` : null}
        </span>
      </a>
    </li>
  );
}

function TripWords({ trip, strong = false }: { trip: ListedTrip; strong?: boolean }) {
  const formats = useFormats();
  const { title, startDate, endDate } = trip;
  return (
    <>
      <span className={strong ? "block font-medium text-text" : "block"}>{title}</span>
      {startDate && endDate ? (
        <span className="block text-sm text-text-3">{formats.range(startDate, endDate)}</span>
      ) : null}
    </>
  );
}

/** The stored trips, and by trip the number of unsent changes and the bytes of map and attachments. */
type Found = DeviceTrips & { waiting: ReadonlyMap<string, number>; beside: ReadonlyMap<string, number> };

function useKept(): Found | null {
  const [kept, setKept] = useState<Found | null>(null);
  useEffect(() => void find().then(setKept), []);
  return kept;
}

async function find(): Promise<Found> {
  const { readDeviceTrips } = await import("#lib/client/offline/device-store.ts");
  const kept = await readDeviceTrips();
  const waiting = kept.userId === null ? new Map<string, number>() : await countWaiting(kept.userId);
  return { ...kept, waiting, beside: await sizesBeside() };
}

async function sizesBeside(): Promise<ReadonlyMap<string, number>> {
  try {
    return await (await import("#lib/client/storage/offline-store.ts")).offlineSizes();
  } catch {
    return new Map();
  }
}

async function countWaiting(userId: string): Promise<ReadonlyMap<string, number>> {
  try {
    const { storedTextsByTrip: keptByTrip } = await import("#lib/client/sync/device-writes-store.ts");
    return new Map([...(await keptByTrip(userId))].map(([tripId, texts]) => [tripId, texts.length]));
  } catch {
    return new Map();
  }
}

/** Loads the requested page as soon as the service can be reached. */
function useReturn(): void {
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    async function look() {
      const answer = await fetch("/api/ping", { cache: "no-store", signal }).catch(() => null);
      if (answer?.ok && !signal.aborted) await reloadFromService();
    }
    const timer = setInterval(() => void look(), ASK_EVERY_MS);
    window.addEventListener("online", () => void look(), { signal });
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, []);
}
