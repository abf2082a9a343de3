import { AuthError } from "#lib/client/auth-request.ts";

/** How long a form that is sent early waits for a widget that solves itself. */
const PATIENCE_MS = 10_000;

/** Between the widget that makes tokens and the forms that spend them: each token is good for one request. */
export class TokenDesk {
  #token: string | null = null;
  #asked: PromiseWithResolvers<string> | null = null;
  #stuck = false;

  /** The widget made a token. */
  hand(token: string): void {
    this.#stuck = false;
    if (this.#asked) this.#asked.resolve(token);
    else this.#token = token;
    this.#asked = null;
  }

  /** The token at hand is spent or too old, and the widget makes another one. */
  wait(): void {
    this.#token = null;
    this.#stuck = false;
  }

  /** No token comes by itself: the widget waits for the person, or broke. */
  stop(): void {
    this.#token = null;
    this.#stuck = true;
    this.#giveUp();
  }

  /** @throws AuthError CAPTCHA_PENDING when there is none and none comes by itself */
  async take(): Promise<string> {
    const token = this.#token;
    this.#token = null;
    if (token !== null) return token;
    if (this.#stuck) throw pending();
    this.#asked ??= Promise.withResolvers<string>();
    const timer = setTimeout(() => this.#giveUp(), PATIENCE_MS);
    try {
      return await this.#asked.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #giveUp(): void {
    this.#asked?.reject(pending());
    this.#asked = null;
  }
}

function pending(): AuthError {
  return new AuthError(400, "CAPTCHA_PENDING", "The captcha is not solved yet.");
}
