import { CALL_SENTENCES } from "./sentence/call.ts";
import { CHAIN_SENTENCES } from "./sentence/chain.ts";
import { CHANGE_SENTENCES } from "./sentence/change.ts";
import { CHECK_SENTENCES } from "./sentence/check.ts";
import { EXPLAIN_SENTENCES } from "./sentence/explain.ts";
import { FIELD_SENTENCES } from "./sentence/field.ts";
import { HOST_SENTENCES } from "./sentence/host.ts";
import { PAGE_SENTENCES } from "./sentence/page.ts";
import { PLACE_SENTENCES } from "./sentence/place.ts";
import { RECORD_SENTENCES } from "./sentence/record.ts";
import { RULE_SENTENCES } from "./sentence/rule.ts";
import { TARGET_SENTENCES } from "./sentence/target.ts";

/** What each code of the API says in English (contract 9.23). `{name}` stands for a value. */
export const SENTENCES = {
  ...CALL_SENTENCES,
  ...CHAIN_SENTENCES,
  ...CHANGE_SENTENCES,
  ...CHECK_SENTENCES,
  ...EXPLAIN_SENTENCES,
  ...FIELD_SENTENCES,
  ...HOST_SENTENCES,
  ...PAGE_SENTENCES,
  ...PLACE_SENTENCES,
  ...RECORD_SENTENCES,
  ...RULE_SENTENCES,
  ...TARGET_SENTENCES,
} as const;
