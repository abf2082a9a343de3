"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Menu, MenuChoice } from "#app/_ui/menu.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useAgentSession, useAgentView } from "#lib/client/agent/use-agent.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useMay } from "../_base/may.tsx";

/**
 * Shows whether the agent changes the plan directly or only makes suggestions; editors choose this for the whole
 * trip.
 */
export function AgentModeSetting() {
  const t = useTranslations("trip-agent");
  const session = useAgentSession();
  const { mode } = useAgentView();
  const { edit } = useMay();
  const role = useTrip((trip) => trip.role);
  const line = role === "viewer" ? t("mode.viewer") : t(`mode.${mode}Long`);
  if (!edit) return <p className="text-xs text-text-3">{line}</p>;
  return (
    <Menu
      side="top"
      align="start"
      label={t("mode.label")}
      trigger={
        <button
          type="button"
          className="-ml-2 flex h-6 items-center gap-1 rounded-xs px-2 text-xs text-text-3 hover:bg-hover touch:h-11"
        >
          {line}
          <Icon of={ChevronDown} size={14} />
        </button>
      }
    >
      <MenuChoice
        label={t("mode.label")}
        value={mode}
        closes
        onChange={(next) => {
          session.setMode(next).catch(() => toast(t("mode.failed"), { problem: true }));
        }}
        options={[
          { value: "apply", label: t("mode.apply") },
          { value: "propose", label: t("mode.propose") },
        ]}
      />
    </Menu>
  );
}
