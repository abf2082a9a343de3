import { PAGE_USER_META } from "#lib/shared/page-user.ts";

/** Says in the page's head whose it is, for as long as the page is shown: what it asks, it asks as this person's. */
export function PageUser({ userId }: { userId: string }) {
  return <meta name={PAGE_USER_META} content={userId} />;
}
