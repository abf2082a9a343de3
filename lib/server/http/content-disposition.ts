/**
 * Returns a `Content-Disposition` (RFC 6266) with which browsers show the file, and save it under this name. The name
 * must not contain control characters.
 */
export function inlineDisposition(name: string): string {
  return disposition("inline", name);
}

/** Returns a `Content-Disposition` with which browsers save the file under this name without showing it. */
export function attachmentDisposition(name: string): string {
  return disposition("attachment", name);
}

/** Builds the header with the name twice: in ASCII for old clients, and unchanged. */
function disposition(kind: string, name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
