/**
 * Whether a newer version of the service was deployed, so that the scripts of this page no longer exist. Null when it
 * is unknown, for example without a connection.
 */
export async function isNewVersionDeployed(): Promise<boolean | null> {
  const own = [...document.scripts].find(({ src }) => src.includes("/_next/static/"))?.src;
  if (own === undefined) return false;
  try {
    const answer = await fetch(own, { method: "HEAD", cache: "no-store" });
    return answer.status === 404 || answer.status === 410;
  } catch {
    return null;
  }
}
