import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../support/limited-operations.ts";
import { exampleOf, hasBody, operations, type Operation } from "../../support/operation.ts";
import {
  expectNotFound,
  nameOf,
  queriesOf,
  queryNamesOf,
  readMarked,
  trickBody,
  trickQuery,
  withNames,
} from "../../support/operation-walk.ts";
import { sendHiding, type SentRequest } from "../../support/send-hiding.ts";
import { requireOk } from "../../support/site.ts";
import { CALLERS, click, createTaggedSite, MARK, type TaggedSite } from "../../support/tagged-site.ts";
import { homeOf } from "../../support/home.ts";

/**
 * Every operation of the document, called by a token and by a member that are limited to a tag. What it shows and writes
 * is held against the records without the tag on the same hostname.
 */

const UNKNOWN = "01900000-0000-7000-8000-000000000000";

/** A word of all settings of the hostname. */
const SETTING = "setting";

const reached = operations.filter((one) => OPERATIONS[nameOf(one)] === "records");
const refused = operations.filter((one) => OPERATIONS[nameOf(one)] !== "records");

describe.each(Object.entries(CALLERS))("%s with tags", (_, makeToken) => {
  let tagged: TaggedSite;
  let token: string;
  let cursor: string;

  beforeAll(async () => {
    tagged = await createTaggedSite();
    const url = `https://${SETTING}.example/`;
    requireOk(
      await tagged.site.call("PUT", `/host/${tagged.site.host}`, {
        expired_url: url,
        not_found_url: url,
        branding: { name: SETTING },
        hsts: { max_age: 60 },
      }),
    );
    await homeOf(tagged.site.id)
      .prepare(
        `UPDATE hosts SET correct = 1, proof = 'txt', current = '["TXT ${SETTING}"]',
         errors = json_array(json_object('scope', 'dns', 'code', '${SETTING}', 'message', '${SETTING}', 'updatedAtMs', 0))
       WHERE host = ?1`,
      )
      .bind(tagged.site.host)
      .run();
    cursor = requireOk(await tagged.site.call("GET", "/links?per_page=1")).body.meta.cursor.next;
  });

  // A token of its own for each test: none comes to the limit of calls.
  beforeEach(async () => {
    token = await makeToken(tagged.site, ["Sales"]);
  });

  function parametersOf({ path }: Operation, of: "own" | "hidden"): Record<string, string> {
    const { link, redirect } = tagged[of];
    const id = { redirect, workspace: tagged.site.id }[path.split("/")[1] ?? ""] ?? link;
    return { id, host: tagged.site.host, name: "any", file: "robots.txt", metaKey: "not_found_url", n: "1" };
  }

  const send = (operation: Operation, parameters: Record<string, string>, request: SentRequest = {}) =>
    sendHiding(token, [MARK, tagged.hidden.link, tagged.hidden.redirect], {
      operation,
      parameters,
      ...request,
    });

  /** All rows that are of records without the tag. */
  const readHidden = () =>
    readMarked(
      ["records", "history", "click_sheets", "click_months", "record_tags"],
      Object.values(tagged.hidden),
    );

  it.each(withNames(refused))("[27.17] is refused: %s", async (_name, operation) => {
    const { text: body } = exampleOf(operation);
    for (const of of ["own", "hidden"] as const) {
      const request = hasBody(operation) ? { body } : {};
      const { status, text } = await send(operation, parametersOf(operation, of), request);
      expect([status, text]).toEqual([484, expect.stringContaining("needs_all_tags")]);
    }
  });

  const named = reached.filter(({ path }) => path.includes("{id}") && !path.startsWith("/workspace"));

  it.each(withNames(named))(
    "[27.15] does not find a record without the tag: %s",
    async (_name, operation) => {
      const before = await readHidden();
      await expectNotFound(send, operation, parametersOf(operation, "hidden"), { id: UNKNOWN });
      expect(await readHidden()).toEqual(before);
    },
  );

  function valuesOf(name: string): string[] {
    if (name === "cursor") return [cursor];
    if (name.endsWith("[tags]")) return [MARK, "spring"];
    return name.endsWith("[id]") ? Object.values(tagged.hidden) : [tagged.site.host, MARK];
  }

  const withQuery = reached.filter((operation) => queryNamesOf(operation).length > 0);

  it.each(withNames(withQuery))("[27.15] matches nothing else by its query: %s", async (_name, operation) => {
    await trickQuery(send, operation, parametersOf(operation, "own"), valuesOf);
  });

  const withBody = reached.filter((operation) => exampleOf(operation).type === "application/json");

  it.each(withNames(withBody))("[27.15] writes nothing else by its body: %s", async (_name, operation) => {
    const before = await readHidden();
    const { host } = tagged.site;
    await trickBody(send, operation, parametersOf(operation, "own"), host, [
      { host, alias: MARK },
      { host, alias: "moved", tags: [MARK] },
      { url: `${host}/old/${MARK}`, tags: ["sales"] },
    ]);
    expect(await readHidden()).toEqual(before);
  });

  it("[27.15] answers the same, whatever other records there are", async () => {
    const { site } = tagged;
    const asked = reached.filter(({ method }) => method === "GET");
    const readAll = async () => {
      await homeOf(site.id).prepare("DELETE FROM count_cache").run();
      const answers: Record<string, string> = {};
      for (const operation of asked) {
        for (const query of queriesOf(operation)) {
          const { status, text } = await send(operation, parametersOf(operation, "own"), { query });
          answers[`${nameOf(operation)}${query}`] = `${status} ${text}`;
        }
      }
      return answers;
    };
    const before = await readAll();
    const more = await site.createLink({ title: `${MARK} shared`, tags: ["spring", MARK] });
    await site.createRedirect("/more", { tags: ["salesman"] });
    await click(more.id, 5, MARK);
    expect(await readAll()).toEqual(before);
    const read = (name: string) => JSON.parse(before[name]!.slice(4));
    expect(read("GET /stats").clicks).toBe(2);
    expect(read("GET /links/facets").total).toBe(read("GET /links").data.length);
    expect(read("GET /tags").data.map(({ name }: { name: string }) => name)).toContain("sales");
    const [host] = read("GET /host").data;
    expect(host).toEqual(read("GET /host/{host}"));
    expect(host).toMatchObject({
      host: site.host,
      correct: true,
      short_links_enabled: true,
      counts: [],
      require: [],
      current: [],
      errors: [],
      proof: null,
      expired_url: null,
      not_found_url: null,
      hsts: null,
      branding: null,
      pages: null,
      connected_via: "",
      created_by: { name: "" },
    });
    expect(JSON.stringify(host)).not.toContain(SETTING);
    expect(read("GET /workspace/current").branding).toBeNull();
  });
});
