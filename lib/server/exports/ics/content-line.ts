/* RFC 5545 §3.1: a line has at most 75 octets; a line that continues it begins with a space. */
const MAX_OCTETS = 75;

/** Returns a TEXT value: characters with a meaning are escaped, and invisible control characters are removed. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\t\n]/gu, "")
    .replaceAll(/[\\;,]/g, (char) => `\\${char}`)
    .replaceAll("\n", "\\n");
}

/** Returns a line such as `NAME;PARAM=x:value`, folded between characters and never within one. */
export function contentLine(name: string, value: string): string {
  const lines: string[] = [];
  let line = "";
  let octets = 0;
  for (const char of `${name}:${value}`) {
    const size = Buffer.byteLength(char);
    if (octets + size > MAX_OCTETS) {
      lines.push(line);
      line = " ";
      octets = 1;
    }
    line += char;
    octets += size;
  }
  return `${[...lines, line].join("\r\n")}\r\n`;
}

/** Returns a date such as `20261114`. */
export function basicDate(date: string): string {
  return date.replaceAll("-", "");
}

/** Returns a local date and time such as `20261114T184000`. */
export function basicDateTime(date: string, time: string): string {
  return `${basicDate(date)}T${time.replace(":", "")}00`;
}

/** Returns an instant in UTC such as `20261114T094000Z`. */
export function utcStamp(instant: string | number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}
