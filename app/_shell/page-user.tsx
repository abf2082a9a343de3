import { PAGE_USER_META } from "#lib/shared/page-user.ts";

/**
 * Writes the id of the page's user into its head. Requests of the page are sent in the name of this user as long as the
 * page is shown.
 */
export function PageUser({ userId }: { userId: string }) {
  return <meta name={PAGE_USER_META} content={userId} />;
}
