import * as v from "valibot";
import { ACTIVITY_KINDS } from "../../domain/activity.ts";
import { listActivity } from "../../services/activity/list-activity.ts";
import { query, within } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { answerPage } from "../request-context.ts";
import { filterOf, stringField } from "../schema/field.ts";
import { commaListOf, hostSearch, pageFields, timestamp, toPageRequest } from "../schema/list.ts";
import { pickDefined } from "../schema/record-input.ts";
import { toActivityShape } from "../serialize/history.ts";

const ActivityQuery = v.object({
  ...pageFields,
  filter: v.optional(
    filterOf({
      kind: v.optional(commaListOf(ACTIVITY_KINDS)),
      actor: v.optional(v.pipe(stringField, v.toLowerCase())),
      host: v.optional(hostSearch()),
      after: v.optional(timestamp),
      before: v.optional(timestamp),
    }),
  ),
});

/** Routes of `/activity` (contract 36). */
export const activityRoutes = newApp().get("/", within("viewer"), query(ActivityQuery), async (c) => {
  const { filter: { kind, actor, host, after, before } = {}, ...page } = c.req.valid("query");
  const filter = pickDefined({ kinds: kind, actor, host, afterMs: after, beforeMs: before });
  return answerPage(
    await listActivity(c.get("service"), { ...toPageRequest(page), filter }),
    toActivityShape,
  );
});
