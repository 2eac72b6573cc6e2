import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { exampleOf, hasBody, type Operation } from "./operation.ts";
import type { SentRequest } from "./send-hiding.ts";

/** What tests of limited callers try with each operation of the document. */

export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
export const withNames = (of: Operation[]): [string, Operation][] => of.map((one) => [nameOf(one), one]);

type Parameters = Record<string, string>;
type Send = (
  operation: Operation,
  parameters: Parameters,
  request?: SentRequest,
) => Promise<{ status: number; text: string }>;

/** Names of the parameters in the query; those of an object with the member in brackets. */
export function queryNamesOf({ parameters = [] }: Operation): string[] {
  return parameters
    .filter((parameter) => parameter.in === "query")
    .flatMap(({ name, schema }) =>
      Object.keys(schema?.properties ?? { "": {} }).map((member) => (member ? `${name}[${member}]` : name)),
    );
}

/** Returns queries by which lists, counts and statistics are compared, where an operation takes them. */
export function queriesOf(operation: Operation): string[] {
  const names = queryNamesOf(operation);
  return ["", "?per_page=1", "?include=hosts,tags,records", "?filter[search]=shared"].filter(
    (query) => query === "" || names.some((name) => query.startsWith(`?${name}=`)),
  );
}

/** Returns all rows of some tables in which a mark is. */
export async function readMarked(tables: readonly string[], marks: readonly string[]): Promise<string[]> {
  const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return rows
    .flatMap(({ results }) => results.map((row) => JSON.stringify(row)))
    .filter((row) => marks.some((mark) => row.includes(mark)))
    .toSorted();
}

/** Requires that what is hidden is as unknown as what does not exist. */
export async function expectNotFound(
  send: Send,
  operation: Operation,
  hidden: Parameters,
  unknown: Parameters,
): Promise<void> {
  const { text: example } = exampleOf(operation);
  for (const body of hasBody(operation) ? ["{}", example] : [undefined]) {
    const request = body === undefined ? {} : { body };
    const answer = await send(operation, hidden, request);
    expect(answer.status).toBe(404);
    expect(answer).toEqual(await send(operation, unknown, request));
  }
}

/** Sends each parameter of the query with values of what is hidden. */
export async function trickQuery(
  send: Send,
  operation: Operation,
  parameters: Parameters,
  valuesOf: (name: string) => string[],
): Promise<void> {
  for (const name of queryNamesOf(operation)) {
    for (const value of valuesOf(name)) {
      const query = `?${new URLSearchParams([[name, value]]).toString()}`;
      const { status } = await send(operation, parameters, { query });
      expect([200, 422], query).toContain(status);
    }
  }
}

/** Sends the example of the body with members that name what is hidden. */
export async function trickBody(
  send: Send,
  operation: Operation,
  parameters: Parameters,
  host: string,
  members: readonly object[],
): Promise<void> {
  const text = exampleOf(operation).text.replaceAll(/(?:go|links|old)\.example(?:\.com)?/g, host);
  const example = JSON.parse(text) as object;
  for (const more of [{}, ...members]) {
    await send(operation, parameters, { body: JSON.stringify({ ...example, ...more }) });
  }
}
