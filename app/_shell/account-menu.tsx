"use client";

import { Download, LogOut, Scale, UserRound } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRouter } from "next/navigation";
import { LookChoices } from "#app/_shell/language-menu.tsx";
import { useSignOut } from "#app/_shell/use-sign-out.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Menu, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import { licencesPath } from "#app/licences/licences-path.ts";
import { useInstall } from "#lib/client/offline/install-offer.ts";
import { isPlaceholderEmail } from "#lib/shared/placeholder-email.ts";

type AccountMenuProps = { user: { id: string; name: string; email: string; image?: string | null } };

/** The menu of the signed-in user: account, language, theme and sign-out. */
export function AccountMenu({ user }: AccountMenuProps) {
  const t = useTranslations("shell");
  const router = useRouter();
  const signOut = useSignOut();
  const install = useInstall();

  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t("accountOf", { name: user.name })}
          className="grid size-8 place-items-center rounded-full touch:size-11"
        >
          <Avatar person={user} size={28} alt="" />
        </button>
      }
    >
      <div className="min-w-0 px-2.5 py-2">
        <p className="max-w-60 truncate text-sm font-medium">{user.name}</p>
        {isPlaceholderEmail(user.email) ? null : (
          <p className="max-w-60 truncate text-xs text-text-3">{user.email}</p>
        )}
      </div>
      <MenuSeparator />
      <LookChoices />
      <MenuSeparator />
      <MenuItem icon={UserRound} onSelect={() => router.push("/account")}>
        {t("account")}
      </MenuItem>
      {install ? (
        <MenuItem icon={Download} onSelect={install}>
          {t("install")}
        </MenuItem>
      ) : null}
      <MenuItem icon={Scale} onSelect={() => router.push(licencesPath)}>
        {t("licences")}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={signOut}>
        {t("signOut")}
      </MenuItem>
    </Menu>
  );
}
