import { redirect } from "next/navigation";
import { Landing } from "#app/_landing/landing.tsx";
import { guestHome } from "#app/_shell/guest-home.ts";
import { EndedSessionCleanup } from "#app/_shell/ended-session-cleanup.tsx";
import { homePath } from "#app/_shell/next-path.ts";
import { findViewer } from "#lib/server/access/viewer.ts";

export default async function HomePage() {
  const viewer = await findViewer();
  const home = viewer?.user.isAnonymous ? await guestHome(viewer) : homePath;
  if (viewer && home !== null) redirect(home);
  return (
    <>
      <EndedSessionCleanup />
      <Landing />
    </>
  );
}
