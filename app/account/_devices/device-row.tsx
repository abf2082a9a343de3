"use client";

import { Blocks, type LucideIcon, Monitor, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DeviceName, nameDevice } from "#app/account/_devices/device-name.ts";
import { SettingRow } from "#app/account/_page/setting-row.tsx";
import { useWhen } from "#app/account/_page/use-when.ts";
import { useClock } from "#app/_i18n/use-clock.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import type { Device } from "#lib/client/account-answers.ts";

/** A session says at most once a day that it is in use. */
const DAY_MS = 86_400_000;

const icons: Record<DeviceName["kind"], LucideIcon> = {
  computer: Monitor,
  handheld: Smartphone,
  app: Smartphone,
  miniProgram: Blocks,
  unknown: Monitor,
};

type DeviceRowProps = { device: Device; isHere: boolean; onSignOut: (name: string) => void };

/** What it is, where, and since when; another one can be signed out. */
export function DeviceRow({ device, isHere, onSignOut }: DeviceRowProps) {
  const t = useTranslations("account");
  const when = useWhen();
  const now = useClock();
  const kind = nameDevice(device.userAgent);
  const name = useDeviceWords()(kind);
  const isRecent = now - Date.parse(device.updatedAt) < DAY_MS;
  const active = isRecent ? t("deviceToday") : t("deviceActive", { when: when(device.updatedAt) });
  const facts = [
    isHere ? t("deviceNow") : active,
    t("deviceSince", { when: when(device.createdAt) }),
    device.ipAddress || t("deviceNoAddress"),
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
      text={facts.map((fact, index) => (
        <span key={fact}>
          {index > 0 ? " · " : null}
          <span className="inline-block">{fact}</span>
        </span>
      ))}
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

function useDeviceWords(): (name: DeviceName) => string {
  const t = useTranslations("account");
  return ({ kind, browser, system }) => {
    if (kind === "miniProgram") return t("deviceMiniProgram");
    if (kind === "app") return system ? t("deviceAppOn", { system }) : t("deviceApp");
    if (browser && system) return t("deviceOn", { browser, system });
    return browser ?? system ?? t("deviceUnknown");
  };
}
