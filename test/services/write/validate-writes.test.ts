import { beforeAll, describe, expect, it } from "vitest";
import { requireOk, createSite, type Site } from "../../support/site.ts";

/** Creating, updating and importing a record pass the same checks: what is refused has the same reason. */

let site: Site;
let movable: string;

beforeAll(async () => {
  site = await createSite();
  await site.createLink({ alias: "taken" });
  movable = (await site.createLink({ alias: "movable" })).id;
  await site.createRedirect("/old");
  requireOk(await site.call("PUT", "/blocklist", { hosts: ["blocked.example"] }));
});

type Errors = Record<string, string[]>;

async function refusalOf(method: string, path: string, body: object): Promise<Errors> {
  const answer = await site.call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(422);
  return answer.body.errors;
}

async function refusalOfRow(row: object): Promise<Errors> {
  const answer = requireOk(await site.call("POST", "/bulk/import", { mode: "create", rows: [row] }));
  expect(answer.body.data[0]).toMatchObject({ result: "failed", id: null });
  return answer.body.data[0].errors;
}

describe("a link is refused with one reason, whoever writes it", () => {
  it.each<[string, () => object, () => Errors]>([
    [
      "because its source is in use",
      () => ({ alias: "taken" }),
      () => ({ alias: [`${site.host}/taken is already in use`] }),
    ],
    [
      "because its hostname is not connected",
      () => ({ host: "nobody.example", alias: "new" }),
      () => ({ host: ["is not connected to this workspace"] }),
    ],
    [
      "because its destination is on the blocklist",
      () => ({ alias: "new", destination: "https://blocked.example/" }),
      () => ({ destination: ["leads to blocked.example, which is on the blocklist"] }),
    ],
    [
      "because its destination leads back to it",
      () => ({ alias: "new", destination: `https://${site.host}/new` }),
      () => ({ destination: [`leads back to the record itself: ${site.host}/new → ${site.host}/new`] }),
    ],
  ])("%s", async (_, fields, errors) => {
    const link = { host: site.host, ...fields() };
    expect(await refusalOf("POST", "/link", link)).toEqual(errors());
    expect(await refusalOf("PUT", `/link/${movable}`, link)).toEqual(errors());
    expect(await refusalOfRow(link)).toEqual(errors());
  });
});

it("a redirect whose source is in use is refused with the source in question, alone, in a list and as a row", async () => {
  const errors = { url: [`${site.host}/old is already in use`] };
  expect(await refusalOf("POST", "/redirect", { url: `${site.host}/old` })).toEqual(errors);
  expect(await refusalOf("POST", "/redirect", { url: `${site.host}/x ${site.host}/old` })).toEqual(errors);
  expect(await refusalOfRow({ url: `${site.host}/old` })).toEqual(errors);
});

it("a refused write changes nothing", async () => {
  const before = requireOk(await site.call("GET", "/links?sort=id")).body.data;
  expect(before).toHaveLength(3);
  expect(requireOk(await site.call("GET", `/link/${movable}`)).body.alias).toBe("movable");
});
