import { parseInlineMarkdown, inlineText } from "./inline-markdown.ts";
import { type Block, textBlocks } from "./text-blocks.ts";

/** Returns the agent's text for screen readers: without marks, one line for each block, list item and table row. */
export function markdownToPlainText(text: string, isOpen = false): string {
  const blocks = textBlocks(text, isOpen);
  return blocks.flatMap((block, at) => linesOf(block, isOpen && at === blocks.length - 1)).join("\n");
}

function linesOf(block: Block, isOpen: boolean): string[] {
  switch (block.kind) {
    case "rule":
      return [];
    case "code":
      return [block.text];
    case "table":
      return [block.head, ...block.rows].map((cells) => cells.map((cell) => plain(cell)).join(", "));
    case "list":
      return block.items.flatMap(({ text, inside }) => [
        plain(text, isOpen),
        ...inside.flatMap((each) => linesOf(each, isOpen)),
      ]);
    default:
      return [plain(block.text, isOpen)];
  }
}

function plain(text: string, isOpen = false): string {
  return inlineText(parseInlineMarkdown(text, isOpen));
}
