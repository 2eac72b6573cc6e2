import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerDns, dnsJson, type FakeDns } from "../../support/dns.ts";
import { requestOf, type FuzzedRequest, type Surroundings } from "../../support/fuzzed-request.ts";
import { hold } from "../../support/holdings.ts";
import { problemsOf } from "../../support/json-schema.ts";
import {
  bodySchemaOf,
  document,
  hasBody,
  operations,
  schemaOf,
  sendTo,
  type Operation,
  type RawAnswer,
  exampleOf,
} from "../../support/operation.ts";
import { addToken, createSite, type Site } from "../../support/site.ts";

/** Runs for each operation: FUZZ_RUNS in the environment says how many more than CI has. */
const RUNS = Number(env.FUZZ_RUNS ?? "20");
const CALLS_BY_TOKEN = 150;
const NEIGHBOUR = "what the neighbour holds";

/** What an engine, a database or a path of ours would say. */
const LEAKS =
  /\bD1_\w*ERROR|SQLITE|\bSQL\b|syntax error|no such (?:table|column)|constraint|Unexpected token|is not (?:a function|iterable|defined)|Cannot read|(?:Type|Range|Syntax|URI|Reference|Internal)Error|\bat \S+ \(|\.[jt]s:\d|node_modules|valibot|hono|bcrypt|Something went wrong/i;

const named: [string, Operation][] = operations.map((operation) => [
  `${operation.method} ${operation.path}`,
  operation,
]);

let dns: FakeDns;
let neighbour: { marks: string[]; words: string[] };

beforeAll(async () => {
  dns = answerDns((question) => dnsJson(question));
  const site = await createSite();
  const { ids, hosts } = await hold(site, NEIGHBOUR);
  neighbour = { marks: [...ids, ...hosts, NEIGHBOUR, site.token], words: [...ids, ...hosts] };
});

afterAll(() => dns.restore());

async function surroundingsOf(site: Site, operation: Operation): Promise<Surroundings> {
  const { ids, hosts, parameters } = await hold(site, "spare");
  const words = [
    ...ids,
    ...hosts,
    ...neighbour.words,
    "spare",
    "/old",
    `${site.host}/old`,
    `https://${hosts[1]}/x?y=1#z`,
    "2126-01-31T09:30:00Z",
    "1",
  ];
  return { words, host: site.host, parameters: parameters(operation) };
}

/** A limit on calls is one of tokens: from time to time the site takes another. */
function tokensOf(site: Site): () => Promise<string> {
  let calls = 0;
  let { token } = site;
  return async () => {
    if (++calls % CALLS_BY_TOKEN === 0) token = await addToken(site.id);
    return token;
  };
}

/** @param told what of the neighbour the caller has said itself: that may come back */
function expectDecent(
  operation: Operation,
  request: FuzzedRequest,
  answer: RawAnswer,
  told: Set<string>,
): void {
  const { status, text, headers } = answer;
  expect(status, text).toBeLessThan(500);
  expect(Object.keys(operation.responses), text).toContain(String(status));
  expect(text).not.toMatch(LEAKS);
  const sent = JSON.stringify(request);
  for (const mark of neighbour.marks) {
    if (sent.includes(mark)) told.add(mark);
    if (!told.has(mark)) expect(text).not.toContain(mark);
  }
  if (!headers.get("Content-Type")?.startsWith("application/json")) return;
  const body = JSON.parse(text) as { errors?: Record<string, string[]> };
  const schema = schemaOf(operation, status) ?? {};
  expect(problemsOf(schema, body, document.components.schemas)).toEqual([]);
  if (status === 422) expectNamed(operation, request, Object.keys(body.errors ?? {}));
}

/** Each field of a 422 is one that the document knows, or one that was sent. A long name is cut. */
function expectNamed(operation: Operation, request: FuzzedRequest, fields: string[]): void {
  expect(fields).not.toEqual([]);
  const known = new Set([
    ...Object.keys(bodySchemaOf(operation).properties ?? {}),
    ...(operation.parameters ?? []).map(({ name }) => name.split("[")[0]),
    ...(hasBody(operation) ? ["body"] : []),
    ...(exampleOf(operation).type === "application/x-ndjson" ? ["lines"] : []),
  ]);
  const asked = new URLSearchParams(request.query).keys();
  // A 422 writes filter[a] as filter.a.
  const sent = [...asked, ...namesOf(request.body)].flatMap((name) => [
    name,
    name.replace(/\[(.*?)\]/g, ".$1"),
  ]);
  for (const field of fields) {
    const isSent = sent.some((name) => name.startsWith(field.endsWith("…") ? field.slice(0, -1) : field));
    if (!isSent) expect(known, field).toContain(field.split(".")[0]);
  }
}

/** Returns the names of the members of a body; none of one that is no JSON object. */
function namesOf(body: string | undefined): string[] {
  try {
    const parsed = JSON.parse(body ?? "") as unknown;
    return parsed === null || typeof parsed !== "object" ? [] : Object.keys(parsed);
  } catch {
    return [];
  }
}

describe("[9.6] whatever is sent, the answer is documented, decent, and names what is wrong", () => {
  it.each(named)("%s", { timeout: 300_000 + RUNS * 1_000 }, async (_, operation) => {
    const site = await createSite();
    const around = await surroundingsOf(site, operation);
    const nextToken = tokensOf(site);
    const told = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requestOf(operation, around), async (request) => {
        const { parameters, ...rest } = request;
        const answer = await sendTo(operation, parameters, { token: await nextToken(), ...rest });
        expectDecent(operation, request, answer, told);
      }),
      { numRuns: RUNS },
    );
  });
});
