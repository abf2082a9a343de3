"use client";

import { ChevronDown, KeyRound, UserMinus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useTransferTrip } from "#lib/client/members.ts";
import { INVITE_ROLES } from "#lib/shared/invites.ts";
import type { TripPerson } from "../_shell/people.tsx";

type RoleMenuProps = {
  person: TripPerson;
  onRole: (role: "viewer" | "editor") => void;
  onRemove: () => void;
};

/** What the owner may do about a member. Handing the trip over is asked twice: the one who asks loses the right. */
export function RoleMenu({ person, onRole, onRemove }: RoleMenuProps) {
  const t = useTranslations("trip-share");
  const transfer = useTransferTrip();
  const [sure, setSure] = useState(false);

  function handOver(event: Event) {
    if (!sure) {
      event.preventDefault();
      setSure(true);
      return;
    }
    if (person.userId === null) return;
    transfer.mutate(person.userId, {
      onSuccess: () => toast(t("transferred", { name: person.name })),
      onError: () => toast(t("transferFailed"), { problem: true }),
    });
  }

  return (
    <Menu
      trigger={
        <Button
          size="sm"
          tone="plain"
          className="text-text-2"
          aria-label={t("roleOf", { name: person.name, role: t(`role_${person.role}`) })}
        >
          {t(`role_${person.role}`)}
          <Icon of={ChevronDown} size={14} />
        </Button>
      }
    >
      <MenuChoice
        label={t("role")}
        value={person.role === "editor" ? "editor" : "viewer"}
        onChange={onRole}
        options={INVITE_ROLES.map((value) => ({ value, label: t(`invites.${value}`) }))}
      />
      <MenuSeparator />
      <MenuItem icon={KeyRound} danger={sure} onSelect={handOver}>
        {sure ? t("transferSure") : t("transfer")}
      </MenuItem>
      <MenuItem icon={UserMinus} danger onSelect={onRemove}>
        {t("remove")}
      </MenuItem>
    </Menu>
  );
}
