"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { DeviceRow } from "#app/account/_devices/device-row.tsx";
import { useProblemWords } from "#app/account/_form/use-problem-words.ts";
import { LoadFailed } from "#app/account/_page/load-failed.tsx";
import { Button } from "#app/_ui/button.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useDevices, useSignOutDevices } from "#lib/client/account/account.ts";
import type { Device } from "#lib/client/account/account-answers.ts";

/** Number of devices that are shown before the user shows all. */
const FIRST = 5;

/** The section with the devices on which the account is signed in; `here` is the session of this browser. */
export function DevicesSection({ here }: { here: string }) {
  const t = useTranslations("account");
  const { sayError } = useProblemWords();
  const list = useDevices();
  const signOut = useSignOutDevices();
  const rows = useRef<HTMLUListElement>(null);
  const [all, setAll] = useState(false);
  const devices = inOrder(list.data ?? [], here);
  const others = devices.filter(({ id }) => id !== here);
  const shown = all ? devices : devices.slice(0, FIRST);

  function end(ids: readonly string[], done: string) {
    // The pressed button disappears with its row, so the list gets the focus.
    rows.current?.focus();
    signOut.mutate(ids, {
      onSuccess: () => toast(done),
      onError: (error) => toast(sayError(error), { problem: true }),
    });
  }

  function showAll() {
    flushSync(() => setAll(true));
    // The pressed button disappears, so the first of the new rows gets the focus.
    rows.current?.children[FIRST]?.querySelector("button")?.focus();
  }

  if (!list.data) return list.isError ? <LoadFailed retry={() => void list.refetch()} /> : null;
  return (
    <>
      <ul ref={rows} tabIndex={-1} aria-label={t("devices")} className="space-y-3 focus-visible:shadow-none">
        {shown.map((device) => (
          <li key={device.id}>
            <DeviceRow
              device={device}
              isHere={device.id === here}
              onSignOut={(name) => end([device.id], t("deviceSignedOut", { device: name }))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        {others.length > 1 ? (
          <Button
            onClick={() =>
              end(
                others.map(({ id }) => id),
                t("devicesOthersOut", { count: others.length }),
              )
            }
          >
            {t("devicesOthers")}
          </Button>
        ) : null}
        {shown.length < devices.length ? (
          <TextButton onClick={showAll}>{t("devicesAll", { count: devices.length })}</TextButton>
        ) : null}
      </div>
    </>
  );
}

/** Returns the devices: the one with this browser first, then the others by the time of last use. */
function inOrder(devices: readonly Device[], here: string): Device[] {
  const last = ({ id, updatedAt }: Device) => (id === here ? "~" : updatedAt);
  return devices.toSorted((a, b) => (last(a) < last(b) ? 1 : -1));
}
