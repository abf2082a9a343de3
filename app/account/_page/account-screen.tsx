"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, useEffect } from "react";
import { DataSection } from "#app/account/_data/data-section.tsx";
import { DevicesSection } from "#app/account/_devices/devices-section.tsx";
import { EmailSection } from "#app/account/_email/email-section.tsx";
import { NotificationsSection } from "#app/account/_notifications/notifications-section.tsx";
import { MethodsSection } from "#app/account/_methods/methods-section.tsx";
import { accountPath } from "#app/account/_page/account-path.ts";
import type { Provider } from "#app/account/_page/providers.ts";
import { Section } from "#app/account/_page/section.tsx";
import { type SectionId, sectionIds } from "#app/account/_page/section-ids.ts";
import { SectionNav } from "#app/account/_page/section-nav.tsx";
import { PasswordSection } from "#app/account/_password/password-section.tsx";
import { ProfileSection } from "#app/account/_profile/profile-section.tsx";
import { TwoFactorSection } from "#app/account/_two-factor/two-factor-section.tsx";
import { PaletteOpener } from "#app/_palette/palette-opener.tsx";
import { Bell } from "#app/_notifications/bell.tsx";
import { AccountMenu } from "#app/_shell/account-menu.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { SiteHeader } from "#app/_shell/site-header.tsx";
import { useMe, useSignInMethods } from "#lib/client/account/account.ts";
import type { Me } from "#lib/client/account/account-answers.ts";

const PlainPalette = lazyComponent(() => import("#app/_palette/plain-palette.tsx"));

/** The account page. A user whose session ends while the page is open is sent to the sign-in. */
export function AccountScreen({ providers }: { providers: readonly Provider[] }) {
  const { data: me } = useMe();
  useEffect(() => {
    if (me === null) window.location.assign(withNext("/sign-in", accountPath));
  }, [me]);
  return me ? <Screen me={me} providers={providers} /> : null;
}

function Screen({ me, providers }: { me: Me; providers: readonly Provider[] }) {
  const t = useTranslations("account");
  const { user } = me;
  const hasPassword = useHasPassword();
  const parts: Record<SectionId, ReactNode> = {
    profile: <ProfileSection user={user} />,
    notifications: <NotificationsSection userId={user.id} />,
    email: <EmailSection user={user} />,
    password: <PasswordSection email={user.email} />,
    twoFactor: <TwoFactorSection user={user} hasPassword={hasPassword} />,
    methods: <MethodsSection user={user} providers={providers} />,
    devices: <DevicesSection here={me.session.id} />,
    data: <DataSection email={user.email} hasPassword={hasPassword} />,
  };
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader href="/trips">
        <PaletteOpener>{(palette) => <PlainPalette userId={user.id} {...palette} />}</PaletteOpener>
        <Bell userId={user.id} />
        <AccountMenu user={user} />
      </SiteHeader>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-150 px-6 pt-4 pb-16 lg:max-w-224 phone:px-5 phone:pt-2"
      >
        <h1 className="mb-8 text-2xl font-semibold phone:mb-6">{t("title")}</h1>
        <div className="flex gap-12">
          <SectionNav />
          <div className="min-w-0 flex-1 space-y-11 lg:max-w-150">
            {sectionIds.map((id) => (
              <Section key={id} id={id}>
                {parts[id]}
              </Section>
            ))}
          </div>
        </div>
      </main>
    </div>
  );
}

function useHasPassword(): boolean {
  const { data } = useSignInMethods();
  return data?.some(({ providerId }) => providerId === "credential") ?? false;
}
