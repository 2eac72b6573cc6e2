import { newApp } from "../new-app.ts";
import { listTags, renameTags } from "../../services/tag/tags.ts";
import { endpoint, jsonBody, query, ofRecords } from "../endpoint.ts";
import { answer, answerPage } from "../request-context.ts";
import { ForceQuery, TagListQuery, toPageRequest } from "../schema/list.ts";
import { tagField } from "../schema/record.ts";
import { pickDefined } from "../schema/record-input.ts";
import { toChangeShape } from "../serialize/change.ts";
import * as v from "valibot";

const RenameBody = v.object({ name: tagField });

/** Routes of `/tags` (contract 13.18 and 28.16). */
export const tagRoutes = newApp()
  .get("/", ofRecords("viewer"), query(TagListQuery), async (c) => {
    const { filter, ...page } = c.req.valid("query");
    const request = { ...toPageRequest(page), ...pickDefined({ search: filter?.search }) };
    return answerPage(await listTags(c.get("service"), request), ({ name, count }) => ({ name, count }));
  })
  .put("/:name", endpoint("editor"), query(ForceQuery), jsonBody(RenameBody), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const isForced = c.req.valid("query").force;
    const draft = { fields: { ...pickDefined({ name: fields.name }), isForced }, errors };
    return answer(await renameTags(c.get("service"), [c.req.param("name")], draft), toChangeShape);
  })
  .delete("/:name", endpoint("editor"), query(ForceQuery), async (c) => {
    const draft = { fields: { name: null, isForced: c.req.valid("query").force }, errors: {} };
    return answer(await renameTags(c.get("service"), [c.req.param("name")], draft), toChangeShape);
  });
