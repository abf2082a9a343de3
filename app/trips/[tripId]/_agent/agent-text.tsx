"use client";

import { ArrowUpRight } from "lucide-react";
import { Fragment, memo, type ReactNode } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { addKeys } from "./add-keys.ts";
import { type Inline, parseInlineMarkdown, inlineText, isNameOfHost } from "./inline-markdown.ts";
import { type Block, textBlocks } from "./text-blocks.ts";

type AgentTextProps = {
  text: string;
  /** Whether the text is still being written. */
  isOpen?: boolean;
};

/**
 * Renders the agent's text. Its Markdown is parsed by our own code, which knows neither HTML nor images, because a
 * language model's output is not trusted.
 */
export const AgentText = memo(function AgentText({ text, isOpen = false }: AgentTextProps) {
  const blocks = textBlocks(text, isOpen);
  return (
    <div className="space-y-2 leading-[22px] wrap-anywhere phone:text-lg phone:leading-6">
      {addKeys(blocks).map(({ key, at, of }) => (
        <BlockView key={key} block={of} isOpen={isOpen && at === blocks.length - 1} />
      ))}
      {isOpen && blocks.length === 0 ? <Caret /> : null}
    </div>
  );
});

/** A caret at the end of a text that is still being written. */
export function Caret() {
  return (
    <i
      aria-hidden
      className="ml-0.5 inline-block h-[1.1em] w-1.5 animate-[blink_1s_steps(2)_infinite] bg-accent align-text-bottom motion-reduce:animate-none"
    />
  );
}

type PartProps = { block: Block; isOpen: boolean };

function BlockView({ block, isOpen }: PartProps) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Words text={block.text} isOpen={isOpen} />
        </p>
      );
    case "heading":
      return (
        <p role="heading" aria-level={4} className="font-semibold">
          <Words text={block.text} isOpen={isOpen} />
        </p>
      );
    case "quote":
      return (
        <blockquote className="border-l-2 border-line-strong pl-3 text-text-2">
          <Words text={block.text} isOpen={isOpen} />
        </blockquote>
      );
    case "code":
      return (
        <pre className="overflow-x-auto rounded-sm bg-sunken px-3 py-2 text-sm">
          <code>{block.text}</code>
        </pre>
      );
    case "rule":
      return <hr className="border-line" />;
    case "table":
      return <TableView block={block} />;
    default:
      return <ListView block={block} isOpen={isOpen} />;
  }
}

type ListProps = { block: Extract<Block, { kind: "list" }>; isOpen: boolean };

function ListView({ block: { isOrdered, start, items }, isOpen }: ListProps) {
  const rows = addKeys(items).map(({ key, at, of: { text, inside } }) => {
    const isLast = isOpen && at === items.length - 1;
    return (
      <li key={key} className="pl-0.5">
        <Words text={text} isOpen={isLast && inside.length === 0} />
        {addKeys(inside).map((block) => (
          <BlockView key={block.key} block={block.of} isOpen={isLast && block.at === inside.length - 1} />
        ))}
      </li>
    );
  });
  return isOrdered ? (
    <ol start={start} className="list-decimal space-y-1 pl-5 marker:text-text-3">
      {rows}
    </ol>
  ) : (
    <ul className="list-disc space-y-1 pl-5 marker:text-text-3">{rows}</ul>
  );
}

function TableView({ block: { head, rows } }: { block: Extract<Block, { kind: "table" }> }) {
  return (
    <div className="overflow-x-auto wrap-break-word">
      <table className="text-left text-sm">
        <thead>
          <tr>
            {addKeys(head).map(({ key, of }) => (
              <th key={key} className="max-w-48 border-b border-line py-1 pr-3 font-medium text-text-2">
                <Words text={of} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {addKeys(rows).map((row) => (
            <tr key={row.key}>
              {addKeys(row.of).map(({ key, of }) => (
                <td key={key} className="max-w-48 border-b border-line py-1 pr-3 align-top">
                  <Words text={of} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders one line of text. It is memoized, so that only the line to which the agent adds text is parsed again. */
const Words = memo(function Words({ text, isOpen = false }: { text: string; isOpen?: boolean }) {
  const lines = addKeys(text.split("\n"));
  return (
    <>
      {lines.map(({ key, at, of }) => (
        <Fragment key={key}>
          {at > 0 ? <br /> : null}
          <Pieces of={parseInlineMarkdown(of, isOpen && at === lines.length - 1)} />
        </Fragment>
      ))}
      {isOpen ? <Caret /> : null}
    </>
  );
});

function Pieces({ of }: { of: readonly Inline[] }) {
  return addKeys(of).map(({ key, of: piece }) => <PieceView key={key} piece={piece} />);
}

function PieceView({ piece }: { piece: Inline }): ReactNode {
  if (piece.kind === "text") return piece.text;
  if (piece.kind === "code") {
    return <code className="rounded-xs bg-sunken px-1 text-[0.93em]">{piece.text}</code>;
  }
  const inside = <Pieces of={piece.inside} />;
  if (piece.kind === "strong") return <strong className="font-semibold">{inside}</strong>;
  if (piece.kind === "em") return <em>{inside}</em>;
  if (piece.kind !== "link") return <del>{inside}</del>;
  return (
    <OutLink href={piece.href} words={inlineText(piece.inside)}>
      {inside}
    </OutLink>
  );
}

type OutLinkProps = { href: string; words: string; children: ReactNode };

/** A link to another site that shows the target's host, unless the text of the link already does. */
function OutLink({ href, words, children }: OutLinkProps) {
  const t = useTranslations("trip-agent");
  const host = new URL(href).host.replace(/^www\./, "");
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      title={href}
      className="rounded-xs text-accent-text underline decoration-1 underline-offset-2"
    >
      {children}
      {isNameOfHost(words, host) ? null : (
        <bdi className="ml-1 inline-block text-xs text-text-3">({host})</bdi>
      )}
      <Icon of={ArrowUpRight} size={14} className="-mt-0.5 inline-block" />
      <span className="sr-only"> {t("external", { host })}</span>
    </a>
  );
}
