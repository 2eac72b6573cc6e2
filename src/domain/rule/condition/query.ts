import { refuse } from "../../refusal/refusal.ts";
import { decodeEscapes } from "../../path.ts";
import { splitQuery } from "../../query.ts";
import { isObject, reject, type Condition, findTextProblem } from "../condition.ts";
import { memoizeText } from "../../memoize-text.ts";

export const MAX_PARAMETERS = 10;
export const MAX_CHARACTERS = 255;

/** The values of parameters by name; null for any value. */
type Parameters = Record<string, string | null>;

export const query: Condition<Parameters, [name: string, value: string | null][]> = {
  parse(value, report) {
    if (!isObject(value)) return reject(report, refuse("not_object"));
    const entries = Object.entries(value);
    if (entries.length === 0) return reject(report, refuse("no_parameter"));
    if (entries.length > MAX_PARAMETERS)
      return reject(report, refuse("too_many_parameters", { count: MAX_PARAMETERS }));
    const read = entries.filter(([name, text]) => {
      const problem =
        findTextProblem(name, MAX_CHARACTERS) ??
        (text === null ? null : findTextProblem(text, MAX_CHARACTERS));
      if (problem !== null) report([name], problem);
      return problem === null;
    });
    return read.length === entries.length ? (Object.fromEntries(read) as Parameters) : undefined;
  },
  compile: (parameters) => Object.entries(parameters),
  holds(parameters, visit) {
    const sent = readQuery(visit.query);
    return parameters.every(([name, value]) =>
      sent.some(([sentName, sentValue]) => sentName === name && (value === null || sentValue === value)),
    );
  },
};

const readQuery = memoizeText((text): [name: string, value: string][] =>
  splitQuery(text)
    .filter((segment) => segment !== "")
    .map((segment) => {
      const equals = segment.indexOf("=");
      return equals < 0
        ? [decode(segment), ""]
        : [decode(segment.slice(0, equals)), decode(segment.slice(equals + 1))];
    }),
);

function decode(text: string): string {
  return decodeEscapes(text.replaceAll("+", " "));
}
