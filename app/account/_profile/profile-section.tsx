"use client";

import { CurrencySetting } from "#app/account/_profile/currency-setting.tsx";
import { LookSettings } from "#app/account/_profile/look-settings.tsx";
import { NameField } from "#app/account/_profile/name-field.tsx";
import { PictureField } from "#app/account/_profile/picture-field.tsx";
import type { AccountUser } from "#lib/client/account/account-answers.ts";

/** The section with name, picture, currency and the settings of this browser. */
export function ProfileSection({ user }: { user: AccountUser }) {
  return (
    <div className="space-y-5">
      <div>
        <PictureField user={user} />
      </div>
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        <NameField name={user.name} />
        <CurrencySetting currency={user.defaultCurrency} />
      </div>
      <LookSettings />
    </div>
  );
}
