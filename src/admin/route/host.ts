import { booleanField, stringField, oneOf } from "../schema/field.ts";
import { newApp } from "../new-app.ts";
import * as v from "valibot";
import { languageChooser } from "../../domain/choose-language.ts";
import { HOST_FIELDS } from "../../domain/field/host.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { connectHost } from "../../services/host/connect-host.ts";
import { disconnectHost } from "../../services/host/disconnect-host.ts";
import { getHostReport } from "../../services/host/get-host-report.ts";
import { getHost, listHostHistory, listHosts } from "../../services/host/get-host.ts";
import { moveHost } from "../../services/host/move-host.ts";
import { refreshHost } from "../../services/host/refresh-host.ts";
import type { HostView } from "../../services/host/types.ts";
import { updateHost } from "../../services/host/update-host.ts";
import type { ServiceContext } from "../../services/context.ts";
import type { Draft, Result } from "../../services/result.ts";
import { prefers } from "../csv.ts";
import { endpoint, jsonBody, ofRecords, query, within } from "../endpoint.ts";
import { conditional, hostEtagOf, ifMatch } from "../etag.ts";
import { once } from "../once.ts";
import {
  answer,
  json,
  unwrap,
  type AdminContext,
  hostOf,
  answerPage,
  answerCountedPage,
} from "../request-context.ts";
import { appearanceFields, toAppearanceChange } from "../schema/branding.ts";
import { HostListQuery, PageQuery, toPageRequest } from "../schema/list.ts";
import { toChange, writtenFields } from "../schema/kind.ts";
import { hostField, withShown } from "../schema/record.ts";
import { pickDefined } from "../schema/record-input.ts";
import { toHostHistoryShape } from "../serialize/history.ts";
import { toReportShape } from "../serialize/report.ts";
import { toHostShape } from "../serialize/host.ts";

const ConnectBody = v.object({ host: hostField });

export const UpdateHost = withShown({ ...writtenFields(HOST_FIELDS), ...appearanceFields }, "host");

const LANGUAGES = ["en", "de"] as const;

const ReportQuery = v.object({
  language: v.optional(oneOf(LANGUAGES)),
});

/** Chooses the language of a report. */
const chooseLanguage = languageChooser(LANGUAGES);

const MoveBody = v.object({ token: stringField, empty: v.optional(booleanField) });

async function renderConnected(c: AdminContext, result: unknown) {
  return answerHost(await getHost(c.get("service"), (result as { host: Hostname }).host));
}

async function renderHost(c: AdminContext) {
  return answerHost(await getHost(c.get("service"), hostOf(c)));
}

/** Changes a hostname by a body of `PUT /host/{host}`. @param versions the expected ones; any if absent */
export function updateHostOf(
  ctx: ServiceContext,
  host: Hostname,
  { fields, errors }: Draft<Partial<v.InferOutput<typeof UpdateHost>>>,
  versions?: number[],
) {
  const change = { ...toChange(HOST_FIELDS, fields), ...toAppearanceChange(fields) };
  return updateHost(ctx, host, { fields: change, errors }, versions);
}

/** Answers a hostname with its version. */
function answerHost(result: Result<HostView>) {
  const view = unwrap(result);
  return json(toHostShape(view), hostEtagOf(view));
}

function renderMoved(_: AdminContext, result: unknown) {
  return json(result);
}

/** Routes of `/host` (contract 10.1 to 10.9). */
export const hostRoutes = newApp()
  .post("/", endpoint("editor"), jsonBody(ConnectBody), once(renderConnected), async (c) =>
    answerHost(await connectHost(c.get("service"), c.req.valid("json"))),
  )
  .get("/", ofRecords("viewer"), query(HostListQuery), async (c) => {
    const { filter, ...page } = c.req.valid("query");
    const { search, short_links_enabled: shortLinksEnabled, ...states } = filter ?? {};
    const { correct: isDnsCorrect, dns_wrong: isDnsWrong, held: isHeld } = states;
    const wanted = pickDefined({ search, shortLinksEnabled, isDnsCorrect, isDnsWrong, isHeld });
    const request = { filter: wanted, ...toPageRequest(page) };
    return answerPage(await listHosts(c.get("service"), request), toHostShape);
  })
  .get("/:host", ofRecords("viewer"), async (c) => answerHost(await getHost(c.get("service"), hostOf(c))))
  .put("/:host", within("editor"), conditional, jsonBody(UpdateHost), async (c) =>
    answerHost(await updateHostOf(c.get("service"), hostOf(c), c.req.valid("json"), ifMatch(c))),
  )
  .delete("/:host", endpoint("editor"), async (c) =>
    answer(await disconnectHost(c.get("service"), hostOf(c)), (data) => ({ data })),
  )
  .post("/:host/refresh", within("editor"), once(renderHost), async (c) =>
    answerHost(await refreshHost(c.get("service"), hostOf(c))),
  )
  .post("/:host/move", endpoint("owner"), jsonBody(MoveBody), once(renderMoved), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const draft = { fields: pickDefined(fields), errors };
    return answer(await moveHost(c.get("service"), hostOf(c), draft), (moved) => moved);
  })
  .get("/:host/report", endpoint("viewer"), query(ReportQuery), async (c) => {
    const result = await getHostReport(c.get("service"), hostOf(c));
    if (!prefers("text/html", c.req.header("Accept")))
      return answer(result, (report) => toReportShape(report));
    const { renderReport } = await import("../report/render-report.ts");
    const language = c.req.valid("query").language ?? chooseLanguage(c.req.header("Accept-Language"));
    return (await renderReport(c, unwrap(result), language)) as never;
  })
  .get("/:host/history", within("viewer"), query(PageQuery), async (c) => {
    const page = toPageRequest(c.req.valid("query"));
    const result = await listHostHistory(c.get("service"), hostOf(c), page);
    return answerCountedPage(result, toHostHistoryShape);
  });
