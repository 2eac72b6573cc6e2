import text from "../../../.build/sentences.txt";
import type { SENTENCES as Sentences } from "./sentences.ts";

/**
 * The sentences as the Worker has them (`imports` in package.json): a text, which `scripts/static` makes of
 * `sentences.ts`. A text costs a cold start a tenth of what code of the same size costs.
 */
export const SENTENCES = JSON.parse(text) as typeof Sentences;
