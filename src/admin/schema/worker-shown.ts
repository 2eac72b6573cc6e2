import text from "../../../.build/shown.txt";
import type { SHOWN as Shown } from "./shown.ts";

/** The names as the Worker has them (`imports` in package.json), without the shapes of answers, which no other code of it runs. */
export const SHOWN = JSON.parse(text) as typeof Shown;
