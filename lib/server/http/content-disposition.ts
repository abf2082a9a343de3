/** Shows the file, and saves it under this name (RFC 6266). The name holds no control characters. */
export function inlineDisposition(name: string): string {
  return disposition("inline", name);
}

/** Saves the file under this name, without showing it. */
export function attachmentDisposition(name: string): string {
  return disposition("attachment", name);
}

/** The name in ASCII for old clients, and as it is. */
function disposition(kind: string, name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
