import type { Refusal } from "../refusal/refusal.ts";
import { say } from "../refusal/say.ts";
import { SENTENCES } from "../refusal/sentences.ts";
import { FILE_SENTENCES } from "../refusal/file-sentences.ts";

const ALL = { ...SENTENCES, ...FILE_SENTENCES };

/** Returns the English sentence of a refusal or warning of a reader of files. */
export function sayRow(reason: Refusal): string {
  return say(reason, ALL);
}
