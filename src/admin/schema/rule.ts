import { toMessage } from "./field.ts";
import * as v from "valibot";
import { CONDITION_KEYS, getCondition } from "../../domain/rule/registry.ts";
import { MAX_RULES, parseRules, type WrittenRule } from "../../domain/rule/rule.ts";

/** Rules in bodies and answers. The API takes its information about a condition from the condition itself. */

const CONDITIONS_SCHEMA = {
  type: "object",
  properties: Object.fromEntries(CONDITION_KEYS.map((key) => [key, getCondition(key)?.schema])),
  additionalProperties: false,
} as const;

/** The members of `if` and `not`. */
const conditions = () => v.pipe(v.record(v.string(), v.unknown()), v.metadata(CONDITIONS_SCHEMA));
export const ConditionsShape = conditions();

export const RuleShape = v.object({
  id: v.string(),
  name: v.string(),
  if: conditions(),
  not: conditions(),
  destination: v.string(),
  destinations: v.array(v.string()),
  destination_routing: v.string(),
});

const CONDITIONS_REFERENCE = { $ref: "#/components/schemas/Conditions" };

const WRITTEN_RULES = {
  type: "array",
  maxItems: MAX_RULES,
  description: "The first rule that holds decides the destination. A write replaces the whole list.",
  items: {
    type: "object",
    properties: {
      id: {
        type: ["string", "null"],
        description: "That of a rule of the record; leave it out for a new one.",
      },
      name: { type: "string", maxLength: 40 },
      if: CONDITIONS_REFERENCE,
      not: CONDITIONS_REFERENCE,
      destination: { type: "string" },
      destinations: { type: "array", items: { type: "string" }, maxItems: 20 },
      destination_routing: { type: "string" },
    },
    additionalProperties: false,
  },
} as const;

/** A list of rules. Errors have the path of the wrong part, such as `rules.1.if.country.0`. */
export const rulesField = v.pipe(
  v.unknown(),
  v.metadata(WRITTEN_RULES),
  v.rawTransform<unknown, WrittenRule[]>(({ dataset, addIssue, NEVER }) => {
    const rules = parseRules(dataset.value, (path, reason) => {
      const items = path.map((key): v.IssuePathItem => ({
        type: "unknown",
        origin: "value",
        input: dataset.value,
        key,
        value: undefined,
      }));
      const [first, ...rest] = items;
      addIssue({ message: toMessage(reason), ...(first !== undefined && { path: [first, ...rest] }) });
    });
    return rules ?? NEVER;
  }),
);
