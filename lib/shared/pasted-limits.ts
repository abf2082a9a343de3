/** Maximum length of a pasted text in characters; a longer one is refused. */
export const MAX_PASTED = 20_000;
