import pattern from "../../.build/bots.txt";

/**
 * What `isbot` of the library of that name does, as the Worker has it (`imports` in package.json): its pattern is a text,
 * which `scripts/static` makes of the library. A text costs a cold start a tenth of what code of the same size costs.
 */
const bots = new RegExp(pattern, "i");

export function isbot(userAgent: string): boolean {
  return userAgent !== "" && bots.test(userAgent);
}
