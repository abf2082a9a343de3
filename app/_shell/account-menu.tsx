"use client";

import { LogOut, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { LookChoices } from "#app/_shell/language-menu.tsx";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Menu, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import { toast } from "#app/_ui/toast.ts";
import { signOut } from "#lib/client/auth.ts";
import { isPlaceholderEmail } from "#lib/shared/placeholder-email.ts";

type AccountMenuProps = { user: { id: string; name: string; email: string; image?: string | null } };

/** Who is signed in, how it looks, and the way out. */
export function AccountMenu({ user }: AccountMenuProps) {
  const t = useTranslations("shell");
  const router = useRouter();

  async function leave() {
    try {
      await signOut();
      // A full load: nothing of this account stays in memory.
      window.location.assign("/");
    } catch {
      toast(t("signOutFailed"), { problem: true });
    }
  }

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
      <MenuItem icon={LogOut} onSelect={() => void leave()}>
        {t("signOut")}
      </MenuItem>
    </Menu>
  );
}
