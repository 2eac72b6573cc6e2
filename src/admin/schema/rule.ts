import { toMessage } from "./field.ts";
import * as v from "valibot";
import { parseRules, type WrittenRule } from "../../domain/rule/rule.ts";

/** Rules in bodies and answers. The script of the document has the JSON Schema of what is parsed by the domain. */

/** The members of `if` and `not`, by the names of conditions. */
export const ConditionsShape = v.record(v.string(), v.unknown());

export const RuleShape = v.object({
  id: v.string(),
  name: v.string(),
  if: ConditionsShape,
  not: ConditionsShape,
  destination: v.string(),
  destinations: v.array(v.string()),
  destination_routing: v.string(),
});

/** A list of rules. Errors have the path of the wrong part, such as `rules.1.if.country.0`. */
export const rulesField = v.pipe(
  v.unknown(),
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
