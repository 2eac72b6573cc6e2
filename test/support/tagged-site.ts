import { clicksOn, deliver, messageOf } from "./click.ts";
import { hashToken } from "../../src/services/token/token.ts";
import { addToken, createSite, requireOk, type Site } from "./site.ts";
import { homeOf } from "./home.ts";

/** A word of all that a token with the tag "Sales" must not see. */
export const MARK = "notforyou";
const CLICKED_AT_MS = Date.now() - 60_000;

type Ids = Record<"link" | "redirect", string>;

/** A workspace with records that have the tag "Sales", and others on the same hostname that do not. */
export interface TaggedSite {
  site: Site;
  own: Ids;
  hidden: Ids;
}

export async function createTaggedSite(): Promise<TaggedSite> {
  const site = await createSite();
  const own = {
    link: (await site.createLink({ alias: "mine", title: "shared", tags: ["sales", "spring"] })).id,
    redirect: (await site.createRedirect("/old", { tags: ["SALES"] })).id,
  };
  const hidden = {
    link: (await site.createLink({ alias: MARK, title: `${MARK} shared`, tags: [MARK, "spring"] })).id,
    redirect: (await site.createRedirect(`/old/${MARK}`)).id,
  };
  requireOk(await site.call("POST", `/links/${hidden.link}/pause`));
  await click(hidden.link, 7, MARK);
  await click(own.link, 2, "mine");
  return { site, own, hidden };
}

export async function click(id: string, times: number, word: string): Promise<void> {
  await deliver([
    messageOf(...clicksOn(id, times, { atMs: CLICKED_AT_MS, country: "JP", referrer: `${word}.example` })),
  ]);
}

/** The two ways by which a caller comes to a limit of tags. */
export const CALLERS: Record<string, (site: Site, tags: string[]) => Promise<string>> = {
  "a token": async (site, tags) => addToken(site.id, { tags }),
  "a member": async (site, tags) => {
    const token = await addToken(site.id);
    await homeOf(site.id)
      .prepare(
        `UPDATE memberships SET hosts = '[]', limits = json_object('hosts', NULL, 'tags', json(?1))
       WHERE user_id = (SELECT user_id FROM tokens WHERE hash = ?2)`,
      )
      .bind(JSON.stringify(tags), await hashToken(token))
      .run();
    return token;
  },
};
