/** The most characters of a line. The expressions that parse rules are slow for longer lines, which no tool writes. */
export const MOST_CHARACTERS = 32_768;
