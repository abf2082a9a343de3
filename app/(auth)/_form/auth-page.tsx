import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { InviteBanner } from "#app/(auth)/_form/invite-banner.tsx";
import { type AuthQuery, readAuthQuery } from "#app/(auth)/_form/invite-token.ts";
import { findInvitePreview } from "#app/invite/_preview/find-invite-preview.ts";
import { findViewer } from "#lib/server/viewer.ts";

export type AuthPageProps = { searchParams: Promise<AuthQuery> };

type Frame = {
  searchParams: Promise<AuthQuery>;
  /** `invited`: the person comes from an invite that still works. */
  title: (invited: boolean) => string;
  children: (next: string) => ReactNode;
};

/** What the sign-in pages share: someone signed in goes on, an invite stands on top, the title follows. */
export async function AuthPage({ searchParams, title, children }: Frame) {
  const { next, inviteToken } = readAuthQuery(await searchParams);
  if (await findViewer()) redirect(next);
  const invite = inviteToken ? await findInvitePreview(inviteToken, null) : null;
  return (
    <>
      {invite ? <InviteBanner invite={invite} /> : null}
      <h1 className="mb-5 text-2xl font-semibold text-balance">{title(invite !== null)}</h1>
      {children(next)}
    </>
  );
}
