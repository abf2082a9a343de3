import type { MailContent } from "./letter.tsx";

export function plainText(paragraphs: string[]): string {
  return `${paragraphs.join("\n\n")}\n\nWayfare\n`;
}

/** The renderer is loaded by the first mail that needs it. */
export async function htmlOf(content: MailContent): Promise<string> {
  const { renderLetter } = await import("./letter.tsx");
  return renderLetter(content);
}
