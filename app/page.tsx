import { redirect } from "next/navigation";
import { Landing } from "#app/_landing/landing.tsx";
import { homePath } from "#app/_shell/next-path.ts";
import { findViewer } from "#lib/server/viewer.ts";

export default async function HomePage() {
  if (await findViewer()) redirect(homePath);
  return <Landing />;
}
