"use client";

import { Blocks, type LucideIcon, Monitor, Smartphone } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type DeviceName, nameDevice } from "#lib/shared/device-name.ts";
import { shortAddress } from "#app/account/_devices/short-address.ts";
import { SettingRow } from "#app/account/_page/setting-row.tsx";
import { useRelativeTime } from "#app/account/_page/use-when.ts";
import { useClock } from "#app/_i18n/use-clock.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import type { Device } from "#lib/client/account/account-answers.ts";

/**
 * A day in milliseconds. A session updates its time of use at most once a day, so a device that was used within a day
 * counts as used today.
 */
const DAY_MS = 86_400_000;

const icons: Record<DeviceName["kind"], LucideIcon> = {
  computer: Monitor,
  handheld: Smartphone,
  app: Smartphone,
  miniProgram: Blocks,
  unknown: Monitor,
};

type DeviceRowProps = { device: Device; isHere: boolean; onSignOut: (name: string) => void };

/** The row of a device with its kind, address and times; another device can be signed out. */
export function DeviceRow({ device, isHere, onSignOut }: DeviceRowProps) {
  const t = useTranslations("account");
  const when = useRelativeTime();
  const now = useClock();
  const kind = nameDevice(device.userAgent);
  const name = useDeviceWords()(kind);
  const isRecent = now - Date.parse(device.updatedAt) < DAY_MS;
  const active = isRecent ? t("deviceToday") : t("deviceActive", { when: when(device.updatedAt) });
  const facts = [
    isHere ? t("deviceNow") : active,
    t("deviceSince", { when: when(device.createdAt) }),
    shortAddress(device.ipAddress ?? null) ?? t("deviceNoAddress"),
  ];
  return (
    <SettingRow
      icon={<Icon of={icons[kind.kind]} size={20} className="text-text-3" />}
      title={
        <>
          {name}
          {isHere ? <span className="text-sm text-success">{t("deviceThis")}</span> : null}
        </>
      }
      text={<Facts all={facts} />}
      actions={
        isHere ? null : (
          <Button aria-label={t("deviceSignOutOf", { device: name })} onClick={() => onSignOut(name)}>
            {t("deviceSignOut")}
          </Button>
        )
      }
    />
  );
}

/**
 * Shows facts about a device, with dots between facts on the same line. Each fact has a dot before it, and the dot of
 * the first fact on a line is clipped.
 */
function Facts({ all }: { all: readonly string[] }) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ml-3 flex flex-wrap">
        {all.map((fact) => (
          <span
            key={fact}
            className="relative pl-3 before:absolute before:left-0 before:w-3 before:text-center before:content-['·'_/_'']"
          >
            {fact}
          </span>
        ))}
      </span>
    </span>
  );
}

function useDeviceWords(): (name: DeviceName) => string {
  const t = useTranslations("account");
  return ({ kind, browser, system }) => {
    if (kind === "miniProgram") return t("deviceMiniProgram");
    if (kind === "app") return system ? t("deviceAppOn", { system }) : t("deviceApp");
    if (browser && system) return t("deviceOn", { browser, system });
    return browser ?? system ?? t("deviceUnknown");
  };
}
