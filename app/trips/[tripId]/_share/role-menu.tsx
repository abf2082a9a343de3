"use client";

import { ChevronDown, KeyRound, type LucideIcon, UserMinus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useSecondPressCheck } from "#app/_ui/use-answered.ts";
import { useTransferTrip } from "#lib/client/open-trip/members.ts";
import type { MemberPatch } from "#lib/shared/members.ts";
import { INVITE_ROLES } from "#lib/shared/roles.ts";
import type { TripPerson } from "../_base/people.tsx";

type RoleMenuProps = {
  person: TripPerson;
  onRole: (role: MemberPatch["role"]) => void;
  onRemove: () => void;
};

/**
 * The owner's menu for a member. A guest without an account can have no other role. Transfer of ownership and removal
 * cannot be undone, so they ask for confirmation.
 */
export function RoleMenu({ person, onRole, onRemove }: RoleMenuProps) {
  const t = useTranslations("trip-share");
  // The hook is called by the menu and not by its content, because the content is unmounted before the answer arrives.
  const transfer = useTransferTrip();

  function handOver() {
    if (person.userId === null) return;
    // The menu disappears with the permissions, often before the answer arrives, so the result is reported in a
    // toast.
    void transfer.mutateAsync(person.userId).then(
      () => toast(t("transferred", { name: person.name })),
      () => toast(t("transferFailed"), { problem: true }),
    );
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
      {person.hasAccount ? (
        <>
          <MenuChoice
            label={t("role")}
            value={person.role === "owner" ? "editor" : person.role}
            onChange={onRole}
            options={INVITE_ROLES.map((value) => ({ value, label: t(`invites.${value}`) }))}
          />
          <MenuSeparator />
        </>
      ) : null}
      {person.role === "guest" ? null : (
        <TwiceItem icon={KeyRound} label={t("transfer")} sure={t("transferSure")} onSelect={handOver} />
      )}
      <TwiceItem icon={UserMinus} danger label={t("remove")} sure={t("removeSure")} onSelect={onRemove} />
    </Menu>
  );
}

type TwiceItemProps = {
  icon: LucideIcon;
  danger?: boolean;
  label: string;
  /** The text after the first press, which asks for confirmation. */
  sure: string;
  onSelect: () => void;
};

/** A menu item that acts on the second press; closing the menu cancels the first one. */
function TwiceItem({ icon, danger = false, label, sure, onSelect }: TwiceItemProps) {
  const [asked, setAsked] = useState(false);
  const isAnswer = useSecondPressCheck(asked ? sure : null);
  return (
    <MenuItem
      icon={icon}
      danger={danger || asked}
      onSelect={(click) => {
        if (asked && isAnswer(click)) return onSelect();
        click.preventDefault();
        setAsked(true);
      }}
    >
      {asked ? sure : label}
    </MenuItem>
  );
}
