import { exports } from "cloudflare:workers";
import { requireOk, type Site } from "./site.ts";
import type { Answer, TestWorkspace } from "./workspace.ts";

/** Shared statistics, and how people without a session read them. */

/** Shares the clicks of a site's hostname. Returns the id, and the secret of the link. */
export async function share(
  site: Site,
  fields: object = {},
  by: Pick<TestWorkspace, "call"> = site,
): Promise<{ id: string; secret: string; body: Answer["body"] }> {
  const asked = { name: "Spring", host: site.host, shows: ["series", "countries"], ...fields };
  const { body } = requireOk(await by.call("POST", "/shared-statistics", asked));
  return { id: body.id, secret: body.link.split("#")[1], body };
}

/** Reads as the page does. The document of the API does not have this. */
export async function readShared(body: object, headers: Record<string, string> = {}) {
  const answer = await exports.default.fetch(
    new Request("http://localhost:8787/v1/shared-statistics/read", {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer["body"] };
}
