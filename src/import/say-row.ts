import type { Refusal } from "../domain/refusal/refusal.ts";
import { say } from "../domain/refusal/say.ts";
import { SENTENCES } from "../domain/refusal/sentences.ts";
import { FILE_SENTENCES } from "../domain/refusal/file-sentences.ts";

const ALL = { ...SENTENCES, ...FILE_SENTENCES };

export function sayRow(reason: Refusal): string {
  return say(reason, ALL);
}
