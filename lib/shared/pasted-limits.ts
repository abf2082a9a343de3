/** Maximum length of a pasted text in characters; a longer one is refused. */
export const MAX_PASTED_CHARACTERS = 20_000;
