import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { redirect } from "next/navigation";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { InviteCard } from "#app/invite/_preview/invite-card.tsx";
import { findInvitePreview } from "#app/invite/_preview/find-invite-preview.ts";
import { JoinButton } from "#app/invite/_preview/join-button.tsx";
import { JoinOptions } from "#app/invite/_preview/join-first.tsx";
import { ConfirmSamePerson } from "#app/invite/_preview/same-person.tsx";
import { AccountMenu } from "#app/_shell/account-menu.tsx";
import { guestHome } from "#app/_shell/guest-home.ts";
import { CenteredPage } from "#app/_shell/centered-page.tsx";
import { LanguageMenu } from "#app/_shell/language-menu.tsx";
import { PageUser } from "#app/_shell/page-user.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { findViewer } from "#lib/server/access/viewer.ts";

type InvitePageProps = { params: Promise<{ token: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("invite");
  // The URL is a key to the trip, so it must not reach search engines or the sites to which a page links.
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

/**
 * The page of an invite. It shows who invites to which trip before the user has to do anything; signing up or in leads
 * back to this page.
 */
export default async function InvitePage({ params }: InvitePageProps) {
  const [{ token }, viewer, t] = await Promise.all([params, findViewer(), getTranslations("invite")]);
  const invite = await findInvitePreview(token, viewer);
  // A guest who has left their only trip does not count as a guest.
  const isGuest = viewer?.user.isAnonymous === true && (await guestHome(viewer)) !== null;
  const isAsked = typeof invite?.ownName === "string";
  if (invite?.isMember && !isAsked) redirect(`/trips/${invite.tripId}`);
  const account = viewer && !viewer.user.isAnonymous ? viewer.user : null;
  const menu = account ? <AccountMenu user={account} /> : <LanguageMenu />;
  if (!invite) {
    const toTrips = (await getTranslations("errors"))("toTrips");
    return (
      <CenteredPage
        title={t("goneTitle")}
        menu={menu}
        actions={<ButtonLink href="/trips">{toTrips}</ButtonLink>}
      >
        {t("gone")}
      </CenteredPage>
    );
  }
  return (
    <CenteredPage title={invite.tripTitle} menu={menu} before={<InviteCard token={token} invite={invite} />}>
      {viewer ? <PageUser userId={viewer.userId} /> : null}
      <ClientMessages of={["invite"]}>
        {isAsked ? (
          <ConfirmSamePerson token={token} invite={invite} />
        ) : account ? (
          <JoinButton token={token} invite={invite} name={account.name} email={account.email} />
        ) : (
          <JoinOptions token={token} invite={invite} isGuest={isGuest} />
        )}
      </ClientMessages>
    </CenteredPage>
  );
}
