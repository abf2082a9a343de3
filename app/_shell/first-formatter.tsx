import { headers } from "next/headers";
import { NONCE_HEADER } from "#lib/server/http/security-headers.ts";

/**
 * The first formatter of a page takes a phone longer than a frame, whatever it formats. Made here, it is made while the rest
 * of the document is on its way, and not between the drawings of what needs it. As a module it waits for no style sheet, and
 * the document does not wait for it.
 */
export async function FirstFormatter() {
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  return (
    <script type="module" async nonce={nonce} suppressHydrationWarning>
      Intl.DateTimeFormat()
    </script>
  );
}
