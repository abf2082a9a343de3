/** Characters of one paste; a longer one is refused. */
export const MAX_PASTED = 20_000;
