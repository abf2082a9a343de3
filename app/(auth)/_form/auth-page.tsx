import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { CaptchaSettings } from "#app/(auth)/_captcha/use-captcha.tsx";
import { InviteBanner } from "#app/(auth)/_form/invite-banner.tsx";
import { type AuthQuery, readAuthQuery } from "#app/(auth)/_form/invite-token.ts";
import { isForOtherAccount } from "#app/_shell/next-path.ts";
import { findInvitePreview } from "#app/invite/_preview/find-invite-preview.ts";
import { signInMethods } from "#lib/server/auth/sign-in-methods.ts";
import { isTrustedOrigin } from "#lib/server/http/cors.ts";
import { findViewer } from "#lib/server/access/viewer.ts";

export type AuthPageProps = { searchParams: Promise<AuthQuery> };

type Frame = {
  searchParams: Promise<AuthQuery>;
  /** Returns the title. `invited`: the user comes from an invite that is still valid. */
  title: (invited: boolean) => string;
  /** Whether a signed-in user may see the page; otherwise they are redirected. */
  forAll?: boolean;
  children: (next: string) => ReactNode;
};

/** The frame of the sign-in pages: it redirects a signed-in user, and shows an invite above the title. */
export async function AuthPage({ searchParams, title, forAll = false, children }: Frame) {
  const { next, inviteToken } = readAuthQuery(await searchParams, isTrustedOrigin);
  const viewer = forAll || isForOtherAccount(next) ? null : await findViewer();
  // A guest stays on the page, because guests can create an account.
  if (viewer && !viewer.user.isAnonymous) redirect(next);
  const invite = inviteToken ? await findInvitePreview(inviteToken, null) : null;
  return (
    <CaptchaSettings value={signInMethods().captcha}>
      {invite ? <InviteBanner invite={invite} /> : null}
      <h1 className="mb-5 text-2xl font-semibold text-balance">{title(invite !== null)}</h1>
      {children(next)}
    </CaptchaSettings>
  );
}
