import { continueCheck } from "../../src/services/check/continue-check.ts";
import { missTwice } from "./miss.ts";
import { connectHost, requireOk, type Site } from "./site.ts";
import type { Operation } from "./operation.ts";
import { envOf, homeOf } from "./home.ts";

/** One of everything that a path can name, in a site. */
export interface Holdings {
  /** Of the workspace, its records, its token and its member: nobody else is told one. */
  ids: string[];
  hosts: string[];
  /** The path parameters by which an operation finds something. */
  parameters(operation: Pick<Operation, "method" | "path">): Record<string, string>;
}

/** @param mark what titles, pages and names of the site say */
export async function hold(site: Site, mark: string): Promise<Holdings> {
  const link = await site.createLink({ alias: "spare", title: mark, tags: [mark] });
  const redirect = await site.createRedirect("/old", { title: mark });
  const page = `page-of-${site.host}`;
  requireOk(await site.call("PUT", `/files/${page}`, `<p>${mark}`));
  const token = requireOk(await site.call("POST", "/tokens", { name: mark })).body;
  const doorKey = requireOk(await site.call("POST", "/door-keys", { name: mark, hosts: [site.host] })).body;
  const person = { email: `${site.host}@example.com`, name: mark, role: "viewer" };
  const member = requireOk(await site.call("POST", "/members", person)).body;
  const webhook = { url: "https://hook.example/", events: ["change.applied"] };
  const { id: webhookId } = requireOk(await site.call("POST", "/webhooks", webhook)).body;
  const shared = { name: mark, host: site.host, shows: ["series"] };
  const { id: sharedId } = requireOk(await site.call("POST", "/shared-statistics", shared)).body;
  // The id that the example of a replay names.
  await homeOf(site.id)
    .prepare(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, workspace_id, type, payload, created_at)
     VALUES (?1, '0198c0de-7a10-7000-8000-000000000005', ?2, 'link.created', '{}', 0)`,
    )
    .bind(webhookId, site.id)
    .run();
  const check = requireOk(await site.call("POST", "/checks", { upload: true })).body;
  const lines = { "Content-Type": "application/x-ndjson" };
  requireOk(await site.call("PUT", `/checks/${check.id}/parts/1`, `"${site.host}/spare"`, lines));
  const explained = await holdCheck(site);
  const empty = await connectHost(site);
  const sitemap = { "Content-Type": "text/plain" };
  requireOk(await site.call("PUT", `/sitemaps/${empty}`, `https://${empty}/${mark}`, sitemap));
  for (const host of [site.host, empty]) {
    requireOk(await site.call("PUT", `/host/${host}/files/robots.txt`, `# ${mark}`, sitemap));
  }
  await missTwice(site.host, "/Old-Prices.html");
  const changes = await holdChanges(site, link.id);
  return {
    ids: [
      site.id,
      link.id,
      redirect.id,
      token.id,
      doorKey.id,
      member.id,
      webhookId,
      sharedId,
      check.id,
      explained,
      ...Object.values(changes),
    ],
    hosts: [site.host, empty],
    parameters: ({ method, path }) => ({
      id: path.startsWith("/workspace")
        ? site.id
        : path.startsWith("/tokens")
          ? token.id
          : path.startsWith("/door-keys")
            ? doorKey.id
            : path.startsWith("/webhooks")
              ? webhookId
              : path.startsWith("/shared-statistics")
                ? sharedId
                : path.startsWith("/members")
                  ? member.id
                  : path.startsWith("/redirect")
                    ? redirect.id
                    : path.startsWith("/changes")
                      ? changeFor(path, changes)
                      : path.startsWith("/checks")
                        ? path.endsWith("/change")
                          ? explained
                          : check.id
                        : link.id,
      n: "1",
      host: method === "DELETE" ? empty : site.host,
      name: path.startsWith("/tags") ? mark : page,
      file: "robots.txt",
      metaKey: "not_found_url",
    }),
  };
}

/** A check whose URLs are explained. */
async function holdCheck(site: Site): Promise<string> {
  const { id } = requireOk(await site.call("POST", "/checks", { urls: [`${site.host}/spare`] })).body;
  while (await continueCheck(envOf(site.id), id, Date.now));
  return id as string;
}

/** Changes in the states that operations begin with. */
async function holdChanges(site: Site, linkId: string) {
  const plan = async (body: object) => requireOk(await site.call("POST", "/changes", body)).body.id as string;
  const applied = await plan({ ids: [linkId], tags_add: ["changed"] });
  requireOk(await site.call("POST", `/changes/${applied}/apply`));
  return {
    applied,
    collecting: await plan({ mode: "create", upload: true }),
    planned: await plan({ ids: [linkId], set: { description: "planned" } }),
  };
}

function changeFor(path: string, changes: Awaited<ReturnType<typeof holdChanges>>): string {
  if (/\/(?:parts|plan)\b/.test(path)) return changes.collecting;
  return path.endsWith("/undo") ? changes.applied : changes.planned;
}
