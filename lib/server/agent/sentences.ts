import type { StepRefusalCode } from "#lib/shared/agent-tools.ts";
import { type Locale, requestLocale } from "../auth/locale.ts";
import type { Ctx } from "../context.ts";

/** A text for users in all languages of the service. */
export type Sentence = Readonly<Record<Locale, string>>;

/** Returns the text in the language of the member who asked, as the agent's replies are. */
export function localizedSentence({ headers }: Pick<Ctx, "headers">, sentence: Sentence): string {
  return sentence[requestLocale(headers)];
}

/** Returns the text for a write that became a proposal only. */
export function asProposal({ en, zh }: Sentence): Sentence {
  return { en: `Proposed, not written yet: ${en}`, zh: `已作为建议，尚未写入：${zh}` };
}

export const REFUSAL_SENTENCES: Readonly<Record<StepRefusalCode, Sentence>> = {
  ALREADY_THERE: { en: "It is there already.", zh: "已经有了。" },
  ARCHIVED: { en: "This trip is archived.", zh: "这个行程已归档。" },
  FIELD_CONFLICT: { en: "Someone else changed it in the meantime.", zh: "在此期间有人改动了它。" },
  FORBIDDEN: { en: "Whoever asked may not do this here.", zh: "提问的人在这里没有这个权限。" },
  INTERNAL: { en: "Something went wrong here.", zh: "这里出了点问题。" },
  LIMIT_REACHED: { en: "There is no room for more.", zh: "已达到上限，无法再添加。" },
  NOT_FOUND: { en: "It is not in this trip, or no longer.", zh: "行程里没有它，或已被移除。" },
  NOT_LOOKED_UP: { en: "The agent had not looked this place up.", zh: "助手还没有查过这个地方。" },
  NOT_READ: { en: "There are notes that the agent had not read.", zh: "已有备注，助手还没有读过。" },
  RATE_LIMITED: { en: "This was asked for too often just now.", zh: "刚才请求得太频繁了。" },
  UNAVAILABLE: { en: "This can't be had right now.", zh: "暂时无法获取。" },
  VALIDATION_FAILED: { en: "What the agent gave does not fit.", zh: "助手给出的内容不合要求。" },
};

/** Returns the text about proposed changes that no longer fit the trip; `why` when all were refused together. */
export function droppedChangesSentence(count: number, why: StepRefusalCode | null): Sentence {
  const reason = why
    ? REFUSAL_SENTENCES[why]
    : { en: "The trip has changed meanwhile.", zh: "行程在此期间有了变动。" };
  const en = count === 1 ? "One change could not be proposed." : `${count} changes could not be proposed.`;
  return { en: `${en} ${reason.en}`, zh: `有 ${count} 处改动未能提出。${reason.zh}` };
}
