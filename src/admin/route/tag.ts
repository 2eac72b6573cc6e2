import { newApp } from "../new-app.ts";
import { listTags } from "../../services/tag/list-tags.ts";
import { endpoint, query } from "../endpoint.ts";
import { answer } from "../request-context.ts";
import { TagListQuery, toPageRequest } from "../schema/list.ts";
import { pickDefined } from "../schema/record.ts";

/** The route of `/tags` (contract 13.18). */
export const tagRoutes = newApp().get("/", endpoint("viewer"), query(TagListQuery), async (c) => {
  const { filter, ...page } = c.req.valid("query");
  const request = { ...toPageRequest(page), ...pickDefined({ search: filter?.search }) };
  return answer(await listTags(c.get("service"), request), ({ items, cursor }) => ({
    data: items.map(({ name, count }) => ({ name, count })),
    meta: { cursor },
  }));
});
