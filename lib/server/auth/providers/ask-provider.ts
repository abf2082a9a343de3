/** Thrown when a provider gave no valid answer. The message contains neither its URL nor the request. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

const TIMEOUT_MS = 8000;
const LONGEST_ANSWER = 64 * 1024;

/**
 * Reads JSON from a provider, also if it is sent as text/plain.
 * @throws ProviderUnavailable
 */
export async function askProvider(url: string, query: Record<string, string>): Promise<unknown> {
  const target = `${url}?${new URLSearchParams(query).toString()}`;
  const answer = await fetch(target, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" })
    .then(async (response) => ({ isOk: response.ok, status: response.status, text: await response.text() }))
    // The error is replaced, because its cause contains the URL, and the URL contains the secret.
    .catch(() => {
      throw new ProviderUnavailable("The sign-in provider does not answer.");
    });
  if (!answer.isOk) throw new ProviderUnavailable(`The sign-in provider answered ${answer.status}.`);
  if (answer.text.length > LONGEST_ANSWER)
    throw new ProviderUnavailable("The sign-in provider's answer is too long.");
  try {
    return JSON.parse(answer.text);
  } catch {
    throw new ProviderUnavailable("The sign-in provider's answer is not JSON.");
  }
}
