import { describe, expect, it } from "vitest";
import { exampleFor } from "../../support/fuzzed-request.ts";
import { hold } from "../../support/holdings.ts";
import { problemsOf, type JsonSchema } from "../../support/json-schema.ts";
import {
  bodySchemaOf,
  document,
  exampleOf,
  operations,
  sendTo,
  type Operation,
} from "../../support/operation.ts";
import { addToken, createSite } from "../../support/site.ts";

/** One value of each type of JSON. */
const VALUES: unknown[] = [null, true, 12.5, "no such value", [], {}];

/** More calls than this are refused to one token within a minute. */
const CALLS_BY_TOKEN = 150;

const withJson: [string, Operation][] = operations
  .filter((operation) => exampleOf(operation).type === "application/json")
  .map((operation) => [`${operation.method} ${operation.path}`, operation]);

/** Each field of a body with each value whose type its schema does not have. */
function wrongFields({ properties = {} }: JsonSchema): [string, unknown][] {
  return Object.entries(properties).flatMap(([field, schema]) =>
    VALUES.filter((value) => isRuledOut(schema, value)).map((value): [string, unknown] => [field, value]),
  );
}

/**
 * Returns whether the type of a value contradicts the schema. Members are not compared, because an object may say
 * less than all of them.
 */
function isRuledOut(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.every((option) => isRuledOut(option, value));
  const problems = problemsOf(schema, value, document.components.schemas);
  return problems.some((problem) => problem.startsWith(": must be "));
}

describe("[9.6] a value of a type that the document does not allow is a 422 on its field", () => {
  it.each(withJson)("%s", async (_, operation) => {
    const site = await createSite();
    const { parameters } = await hold(site, "spare");
    const example = exampleFor(operation, site.host);
    let { token } = site;
    for (const [index, [field, value]] of wrongFields(bodySchemaOf(operation)).entries()) {
      if (index % CALLS_BY_TOKEN === CALLS_BY_TOKEN - 1) token = await addToken(site.id);
      const body = JSON.stringify({ ...example, [field]: value });
      const answer = await sendTo(operation, parameters(operation), {
        token,
        type: "application/json",
        body,
      });
      expect.soft(answer.status, `${body}: ${answer.text}`).toBe(422);
      const { errors = {} } = JSON.parse(answer.text) as { errors?: Record<string, string[]> };
      expect
        .soft(
          Object.keys(errors).map((name) => name.split(".")[0]),
          body,
        )
        .toContain(field);
    }
  });
});
