import type { MailContent } from "./letter.tsx";

export function plainText(paragraphs: string[]): string {
  return `${paragraphs.join("\n\n")}\n\nWayfare\n`;
}

/** Renders a mail as HTML. The first mail that needs the renderer loads it. */
export async function htmlOf(content: MailContent): Promise<string> {
  const { renderLetter } = await import("./letter.tsx");
  return renderLetter(content);
}
