import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { drainProjections } from "../../../src/jobs/projection/drain.ts";
import { iconBytes } from "../../support/icon.ts";
import {
  addToken,
  connectHost,
  createSite,
  expectRefused,
  requireOk,
  type Site,
} from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";
import { envOf } from "../../support/home.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

const ROBOTS = "User-agent: *\nDisallow: /private/\n";
const TEXT = { "Content-Type": "text/plain" };
const JSON_BODY = { "Content-Type": "application/json" };
const put = (of: Site, name: string, body: unknown, headers: Record<string, string> = TEXT) =>
  of.call("PUT", `/host/${of.host}/files/${name}`, body, headers);
const rowsOf = async (workspaceId: string) =>
  (
    await env.DB.prepare("SELECT name FROM pages WHERE workspace_id = ?1 ORDER BY name")
      .bind(workspaceId)
      .all<{ name: string }>()
  ).results.map(({ name }) => name);

describe("[35.14] the files of a hostname", () => {
  it("are stored, listed by path, read and deleted", async () => {
    const { body: stored } = requireOk(await put(site, "robots.txt", ROBOTS));
    expect(stored).toMatchObject({ name: "robots.txt", path: "/robots.txt", type: "text/plain", size: 34 });
    const links = [{ relation: ["r"], target: { namespace: "web" } }];
    requireOk(await put(site, "assetlinks.json", links, JSON_BODY));
    const { body } = requireOk(await site.call("GET", `/host/${site.host}/files`));
    expect(body.data.map(({ path }: { path: string }) => path)).toEqual([
      "/.well-known/assetlinks.json",
      "/robots.txt",
    ]);
    const headers = { Authorization: `Bearer ${site.token}` };
    const file = await visit(`http://localhost:8787/v1/host/${site.host}/files/robots.txt`, { headers });
    expect([await file.text(), file.headers.get("Content-Disposition")]).toEqual([ROBOTS, "attachment"]);
    requireOk(await site.call("DELETE", `/host/${site.host}/files/robots.txt`));
    expect((await site.call("DELETE", `/host/${site.host}/files/robots.txt`)).status).toBe(404);
  });

  it("have no other names, and only the types of their name", async () => {
    for (const name of ["humans.txt", "toString", ".well-known"]) {
      expect((await put(site, name, ROBOTS)).status).toBe(404);
      expect((await site.call("GET", `/host/${site.host}/files/${name}`)).status).toBe(404);
      expect((await site.call("DELETE", `/host/${site.host}/files/${name}`)).status).toBe(404);
    }
    expect((await put(site, "robots.txt", ROBOTS, { "Content-Type": "text/html" })).status).toBe(415);
    expect((await put(site, "favicon.ico", ROBOTS)).status).toBe(415);
    expectRefused(await put(site, "apple-app-site-association", {}, JSON_BODY), "applinks");
    expect((await put({ ...site, host: "none.example" as Site["host"] }, "robots.txt", ROBOTS)).status).toBe(
      404,
    );
  });

  it("may be an ICO file by the name that IANA gave it", async () => {
    const headers = { Authorization: `Bearer ${site.token}`, "Content-Type": "image/vnd.microsoft.icon" };
    const icon = `http://localhost:8787/v1/host/${site.host}/files/favicon.ico`;
    const stored = await visit(icon, { method: "PUT", headers, body: iconBytes() });
    expect([stored.status, await stored.json()]).toMatchObject([200, { type: "image/x-icon" }]);
  });

  it("are no stored files of the workspace, and no logo", async () => {
    const of = await createSite();
    const png = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>';
    requireOk(await put(of, "favicon.ico", png, { "Content-Type": "image/svg+xml" }));
    expect(requireOk(await of.call("GET", "/files")).body.data).toEqual([]);
    const name = `${of.host}/favicon.ico`;
    for (const method of ["GET", "DELETE"]) {
      expect((await of.call(method, `/files/${encodeURIComponent(name)}`)).status).toBe(404);
    }
    expectRefused(await of.call("PUT", `/host/${of.host}`, { branding: { logo: name } }), "branding.logo");
  });

  it("[35.17] take parallel writes, of which each has its entry, and the last stays", async () => {
    const of = await createSite();
    const bodies = Array.from({ length: 20 }, (_, index) => `${ROBOTS}# ${index}\n`);
    const answers = await Promise.all(bodies.map((body) => put(of, "robots.txt", body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const { body } = requireOk(await of.call("GET", `/host/${of.host}/history`));
    expect(body.data).toHaveLength(20);
    const headers = { Authorization: `Bearer ${of.token}` };
    const file = await visit(`http://localhost:8787/v1/host/${of.host}/files/robots.txt`, { headers });
    expect(await (await visit(`https://${of.host}/robots.txt`)).text()).toBe(await file.text());
  });

  it("are written by managers who reach the hostname", async () => {
    const other = await connectHost(site);
    const as = async (role: "editor" | "manager", hosts?: string[]) => ({
      ...TEXT,
      Authorization: `Bearer ${await addToken(site.id, { role, ...(hosts && { hosts }) })}`,
    });
    expect((await put(site, "robots.txt", ROBOTS, await as("editor"))).status).toBe(484);
    expect((await put(site, "robots.txt", ROBOTS, await as("manager", [other]))).status).toBe(404);
    requireOk(await put(site, "robots.txt", ROBOTS, await as("manager", [site.host])));
  });
});

describe("[35.17] what keeps the files of a hostname", () => {
  it("is the history, which tells who wrote which file, and nothing of the same content again", async () => {
    const of = await createSite();
    requireOk(await put(of, "robots.txt", ROBOTS));
    requireOk(await put(of, "robots.txt", ROBOTS));
    requireOk(await put(of, "robots.txt", `${ROBOTS}#`));
    requireOk(await of.call("DELETE", `/host/${of.host}/files/robots.txt`));
    const { body } = requireOk(await of.call("GET", `/host/${of.host}/history`));
    const file = (size: number) => ({ held: true, file: { type: "text/plain", size } });
    const none = { held: true, file: null };
    expect(body.data).toMatchObject([
      { reason: "file", file: "robots.txt", old: file(35), new: none, source: "api" },
      { reason: "file", file: "robots.txt", old: file(34), new: file(35) },
      { reason: "file", file: "robots.txt", old: none, new: file(34) },
    ]);
  });

  it("is the export, as a kind of its own", async () => {
    const of = await createSite();
    requireOk(await put(of, "robots.txt", ROBOTS));
    const headers = { Authorization: `Bearer ${of.token}` };
    const text = await (await visit("http://localhost:8787/v1/export", { headers })).text();
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; data: object });
    expect(lines.filter(({ kind }) => kind === "page")).toEqual([]);
    expect(lines.filter(({ kind }) => kind === "host_file")).toMatchObject([
      { data: { host: of.host, name: "robots.txt", type: "text/plain", html: ROBOTS } },
    ]);
  });

  it("is explained: the file answers, or a record in front of it", async () => {
    const of = await createSite();
    requireOk(await put(of, "robots.txt", ROBOTS));
    const explain = async () =>
      requireOk(await of.call("POST", "/explain", { url: `http://${of.host}/robots.txt` })).body;
    const alone = await explain();
    expect(alone).toMatchObject({ outcome: "file", status: 200, record: null, edge: { shows: "current" } });
    expect(alone.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(alone.tried).toMatchObject([
      { step: "exact", source: "/robots.txt", verdict: "answers", reason: "is a file of the hostname" },
    ]);
    await of.createRedirect("/robots.txt", { destination: "https://other.example" });
    expect((await explain()).tried).toMatchObject([
      { verdict: "answers", reason: "has this path" },
      { verdict: "skipped", reason_code: { code: "has_file_behind" } },
    ]);
  });
});

describe("[35.18] the files of a hostname end", () => {
  /** The entries of files in the history of a hostname, which begin with the newest. */
  const endings = async (of: Site, host = of.host) => {
    const { body } = requireOk(await of.call("GET", `/host/${host}/history`));
    return body.data.filter(
      ({ reason, new: now }: { reason: string; new: { file: null } }) =>
        reason === "file" && now.file === null,
    );
  };
  const ENDED = { new: { held: false, file: null }, actor: { id: "", name: "Signpost" }, source: "system" };
  const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

  it("with one entry each in the history, of the workspace that had them", async () => {
    const [from, to] = [await createSite(), await createSite()];
    const png = Uint8Array.from(atob(PNG), (one) => one.charCodeAt(0));
    requireOk(await put(from, "robots.txt", ROBOTS));
    const headers = { Authorization: `Bearer ${from.token}`, "Content-Type": "image/png" };
    const icon = `http://localhost:8787/v1/host/${from.host}/files/favicon.ico`;
    expect((await visit(icon, { method: "PUT", headers, body: png })).status).toBe(200);
    const statement = [{ relation: ["r"], target: { namespace: "web" } }];
    requireOk(await put(from, "assetlinks.json", statement, JSON_BODY));
    requireOk(await from.call("DELETE", `/host/${from.host}/files/robots.txt`));
    expect(await endings(from)).toHaveLength(1);
    requireOk(await from.call("POST", `/host/${from.host}/move`, { token: to.token, empty: true }));
    const ended = await endings(from);
    expect(ended.map(({ file }: { file: string }) => file).toSorted()).toEqual([
      "assetlinks.json",
      "favicon.ico",
      "robots.txt",
    ]);
    const size = JSON.stringify(statement).length;
    expect(ended).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...ENDED,
          old: { held: false, file: { type: "image/png", size: png.length } },
        }),
        expect.objectContaining({ ...ENDED, old: { held: false, file: { type: "application/json", size } } }),
      ]),
    );
    expect(await endings(to, from.host)).toEqual([]);
    const { body } = requireOk(await from.call("GET", "/activity?filter[kind]=file"));
    expect(body.data.filter(({ action }: { action: string }) => action === "deleted")).toHaveLength(3);
  });

  it("with an entry also when it is disconnected, and none without files", async () => {
    const of = await createSite();
    const other = await connectHost(of);
    requireOk(await put(of, "robots.txt", ROBOTS));
    requireOk(await of.call("DELETE", `/host/${other}`));
    requireOk(await of.call("DELETE", `/host/${of.host}`));
    expect(await endings(of)).toEqual([
      expect.objectContaining({
        ...ENDED,
        file: "robots.txt",
        old: { held: false, file: { type: "text/plain", size: 34 } },
      }),
    ]);
    expect((await of.call("GET", `/host/${other}/history`)).status).toBe(404);
  });

  it("when it passes to another workspace, also if it comes back", async () => {
    const [from, to] = [await createSite(), await createSite()];
    requireOk(await put(from, "robots.txt", ROBOTS));
    const robots = async () => (await visit(`https://${from.host}/robots.txt`)).text();
    expect(await robots()).toBe(ROBOTS);
    const move = (of: Site, token: string) =>
      of.call("POST", `/host/${from.host}/move`, { token, empty: true });
    requireOk(await move(from, to.token));
    expect(await robots()).toBe("User-agent: *\nAllow: /\n");
    expect(await rowsOf(from.id)).toEqual([]);
    const theirs = { ...to, host: from.host };
    requireOk(await put(theirs, "robots.txt", `${ROBOTS}# theirs`));
    expect(await robots()).toBe(`${ROBOTS}# theirs`);
    requireOk(await move(theirs, from.token));
    expect(await robots()).toBe("User-agent: *\nAllow: /\n");
  });

  it("and a waiting claim's files begin to answer when it gets the hostname", async () => {
    const [from, to] = [await createSite(), await createSite()];
    requireOk(await to.call("POST", "/host", { host: from.host }));
    const theirs = { ...to, host: from.host };
    requireOk(
      await put(theirs, "assetlinks.json", [{ relation: ["r"], target: { namespace: "web" } }], JSON_BODY),
    );
    const path = `https://${from.host}/.well-known/assetlinks.json`;
    expect((await visit(path)).status).toBe(404);
    requireOk(await from.call("POST", `/host/${from.host}/move`, { token: to.token, empty: true }));
    expect((await visit(`${path}?new`)).status).toBe(200);
    expect((await env.SNAPSHOTS.get(`p:${from.host}/.well-known/assetlinks.json`))?.includes("file")).toBe(
      true,
    );
  });

  it("when it is disconnected, and its next holder shows none of them", async () => {
    const of = await createSite();
    requireOk(await put(of, "robots.txt", ROBOTS));
    requireOk(await of.call("DELETE", `/host/${of.host}`));
    expect(await rowsOf(of.id)).toEqual([]);
    // Nobody reads the old snapshot of a hostname that is not connected. The consumer writes the tombstone.
    expect(await env.SNAPSHOTS.get(`p:${of.host}/robots.txt`)).toContain('"file"');
    await drainProjections(envOf(of.id));
    expect(await env.SNAPSHOTS.get(`p:${of.host}/robots.txt`)).not.toContain('"file"');
    const next = await createSite();
    requireOk(await next.call("POST", "/host", { host: of.host }));
    expect(await (await visit(`https://${of.host}/robots.txt`)).text()).toBe("User-agent: *\nAllow: /\n");
  });
});
