import { connectHost, requireOk, type Site } from "./site.ts";
import type { Operation } from "./operation.ts";

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
  const person = { email: `${site.host}@example.com`, name: mark, role: "viewer" };
  const member = requireOk(await site.call("POST", "/members", person)).body;
  const empty = await connectHost(site);
  return {
    ids: [site.id, link.id, redirect.id, token.id, member.id],
    hosts: [site.host, empty],
    parameters: ({ method, path }) => ({
      id: path.startsWith("/workspace")
        ? site.id
        : path.startsWith("/tokens")
          ? token.id
          : path.startsWith("/members")
            ? member.id
            : path.startsWith("/redirect")
              ? redirect.id
              : link.id,
      host: method === "DELETE" ? empty : site.host,
      name: page,
      metaKey: "not_found_url",
    }),
  };
}
