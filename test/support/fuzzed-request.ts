import * as fc from "fast-check";
import { hostileBody, hostileText, hostileValue } from "./hostile.ts";
import type { JsonSchema } from "./json-schema.ts";
import { bodySchemaOf, exampleOf, hasBody, type Operation } from "./operation.ts";
import { valueOf } from "./schema-value.ts";

/** Requests of an operation, generated only from the OpenAPI document. */
export interface FuzzedRequest {
  parameters: Record<string, string>;
  query: string;
  type?: string;
  body?: string;
}

export interface Surroundings {
  /** Path parameters by which the operation finds something. */
  parameters: Record<string, string>;
  /** Texts that mean something here: hostnames, identifiers, those of strangers among them. */
  words: string[];
  /** The hostname that stands for the one of the document's examples. */
  host: string;
}

export function requestOf(operation: Operation, around: Surroundings): fc.Arbitrary<FuzzedRequest> {
  const parameters = fc.oneof(
    { weight: hasBody(operation) ? 3 : 1, arbitrary: fc.constant(around.parameters) },
    { weight: 1, arbitrary: strangeParameters(operation, around) },
  );
  const rest = fc.record({ parameters, query: queryOf(operation, around) });
  if (!hasBody(operation)) return rest;
  const { type } = exampleOf(operation);
  const bodies = type === "application/json" ? jsonBodies(operation, around) : [hostileBody.map(asBody)];
  return fc.tuple(rest, fc.oneof(...bodies)).map(([request, body]) => ({ ...request, ...body, type }));
}

const asBody = (body: string) => ({ body });

/** The document's own example, said of a hostname that is ours. */
export function exampleFor(operation: Operation, host: string): Record<string, unknown> {
  return JSON.parse(exampleOf(operation).text.replaceAll("go.example.com", host)) as Record<string, unknown>;
}

/** Bodies as the schema allows them, the example with anything in the place of one field, and anything. */
function jsonBodies(operation: Operation, { words, host }: Surroundings): fc.Arbitrary<{ body: string }>[] {
  const schema = bodySchemaOf(operation);
  const example = exampleFor(operation, host);
  const fields = [...Object.keys(schema.properties ?? {}), "__proto__", "unknown"];
  const changed = fc
    .tuple(fc.constantFrom(...fields), fc.oneof(hostileValue, fc.constantFrom(...words)))
    .map(([field, value]) => ({ ...example, [field]: value }));
  const valid = valueOf(schema, words);
  return [
    valid.map((value) => asBody(JSON.stringify(value))),
    fc
      .tuple(valid, fc.constant(example))
      .map(([value, own]) => asBody(JSON.stringify({ ...own, ...(value as object) }))),
    changed.map((value) => asBody(JSON.stringify(value))),
    hostileBody.map(asBody),
  ];
}

function strangeParameters(
  { path }: Operation,
  { words, parameters }: Surroundings,
): fc.Arbitrary<Record<string, string>> {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const strange = fc
    .oneof(hostileText, fc.constantFrom(...words), fc.uuid({ version: 7 }))
    .map((text) => text.toWellFormed())
    // These are paths of other operations.
    .filter((text) => !["", ".", ".."].includes(text));
  return fc
    .record(Object.fromEntries(names.map((name) => [name, strange])))
    .map((own) => ({ ...parameters, ...own }));
}

/** Each parameter as its schema allows it, as anything, or not at all; and some that nobody knows. */
function queryOf({ parameters = [] }: Operation, { words }: Surroundings): fc.Arbitrary<string> {
  const pairs = parameters
    .filter((parameter) => parameter.in === "query")
    .flatMap(({ name, schema = {} }) =>
      schema.type === "object"
        ? Object.entries(schema.properties ?? {}).map(([member, of]) =>
            pairOf(`${name}[${member}]`, of, words),
          )
        : [pairOf(name, schema, words)],
    );
  const strange = fc.tuple(fc.oneof(hostileText, fc.constant("filter[nothing]")), hostileText);
  const some = pairs.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...pairs), { maxLength: 3 });
  return fc
    .tuple(some, fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, fc.array(strange, { maxLength: 2 })))
    .map(([known, unknown]) => toQuery([...known, ...unknown]));
}

function pairOf(name: string, schema: JsonSchema, words: string[]): fc.Arbitrary<[string, string]> {
  const value = fc.oneof(
    { weight: 3, arbitrary: valueOf(schema, words).map(String) },
    { weight: 1, arbitrary: hostileText },
  );
  return value.map((text) => [name, text]);
}

function toQuery(pairs: [string, string][]): string {
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
}
