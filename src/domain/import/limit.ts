/** Expressions that look for the parts of a rule take long for a line that no tool writes. */
export const MOST_CHARACTERS = 32_768;
