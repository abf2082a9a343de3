import type { MailContent } from "./email-html.tsx";

export function plainText(paragraphs: string[]): string {
  return `${paragraphs.join("\n\n")}\n\nWayfare\n`;
}

/** Renders a mail as HTML. The first mail that needs the renderer loads it. */
export async function htmlOf(content: MailContent): Promise<string> {
  const { renderEmail: renderLetter } = await import("./email-html.tsx");
  return renderLetter(content);
}
