import { headers } from "next/headers";
import { NONCE_HEADER } from "#lib/server/http/security-headers.ts";

/**
 * Creates a formatter early. The first formatter of a page takes a phone longer than a frame, so it is created while
 * the rest of the document is loaded, and not between the paints of the components that need it. As an async module, it
 * waits for no style sheet and does not block the document.
 */
export async function FormatterWarmUp() {
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  return (
    <script type="module" async nonce={nonce} suppressHydrationWarning>
      Intl.DateTimeFormat()
    </script>
  );
}
