import { Hono } from "hono";
import * as v from "valibot";
import { toAsciiHostname } from "../../domain/hostname.ts";
import { connectHost } from "../../services/hosts/connect-host.ts";
import { disconnectHost } from "../../services/hosts/disconnect-host.ts";
import { getHost } from "../../services/hosts/get-host.ts";
import { listHostHistory } from "../../services/hosts/list-host-history.ts";
import { listHosts } from "../../services/hosts/list-hosts.ts";
import { moveHost } from "../../services/hosts/move-host.ts";
import { refreshHost } from "../../services/hosts/refresh-host.ts";
import { updateHost } from "../../services/hosts/update-host.ts";
import { endpoint, jsonBody, query } from "../endpoint.ts";
import { answer, type AdminContext, type AdminEnv } from "../request-context.ts";
import { HostListQuery, PageQuery, toPageRequest } from "../schema/list.ts";
import { booleanField, stringField } from "../schema/parse-with.ts";
import { destinationField, hostField, pickDefined } from "../schema/record.ts";
import { HostHistoryPage, HostShape, MovedShape } from "../schema/host-shape.ts";
import { DeletedShape, pageOf } from "../schema/shape.ts";
import { toHostHistoryShape } from "../serialize/host-history.ts";
import { toHostShape } from "../serialize/host.ts";

const ConnectBody = v.object({ host: hostField });

const fallbackField = v.optional(
  v.nullable(v.union([v.literal(""), destinationField], "must be an http or https URL")),
);

const UpdateBody = v.object({
  https_requested: v.optional(booleanField),
  force_https: v.optional(booleanField),
  short_links_enabled: v.optional(booleanField),
  expired_url: fallbackField,
  not_found_url: fallbackField,
});

const MoveBody = v.object({ token: stringField, empty: v.optional(booleanField) });

const tag = "Hostnames";

function hostOf(c: AdminContext): string {
  const host = c.req.param("host") ?? "";
  return toAsciiHostname(host) ?? host;
}

/** Routes of `/host` (contract 10.1 to 10.9). */
export const hostRoutes = new Hono<AdminEnv>()
  .post(
    "/",
    endpoint({
      role: "editor",
      tag,
      summary: "Connect a hostname",
      description:
        "It resolves for visitors at once, unless it needs proof or somebody else holds it: `held` tells. `correct` tells whether DNS points here.",
      answer: HostShape,
      errors: [400, 413, 415, 422, 482],
    }),
    jsonBody(ConnectBody),
    async (c) => answer(await connectHost(c.get("service"), c.req.valid("json")), toHostShape),
  )
  .get(
    "/",
    endpoint({ role: "viewer", tag, summary: "List hostnames", answer: pageOf(HostShape), errors: [422] }),
    query(HostListQuery),
    async (c) => {
      const { filter, ...page } = c.req.valid("query");
      const { search, short_links_enabled: enabled } = filter ?? {};
      const shortLinksEnabled = enabled === undefined ? undefined : enabled === "true";
      const request = { filter: pickDefined({ search, shortLinksEnabled }), ...toPageRequest(page) };
      return answer(await listHosts(c.get("service"), request), ({ items, cursor }) => ({
        data: items.map(toHostShape),
        meta: { cursor },
      }));
    },
  )
  .get(
    "/:host",
    endpoint({ role: "viewer", tag, summary: "Get a hostname", answer: HostShape, errors: [404] }),
    async (c) => answer(await getHost(c.get("service"), hostOf(c)), toHostShape),
  )
  .put(
    "/:host",
    endpoint({
      role: "editor",
      tag,
      summary: "Change a hostname",
      description: "Turning `force_https` on needs an Enterprise plan; turning it off is always allowed.",
      answer: HostShape,
      errors: [400, 404, 413, 415, 422],
    }),
    jsonBody(UpdateBody),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const change = pickDefined({
        httpsRequested: fields.https_requested,
        forceHttps: fields.force_https,
        shortLinksEnabled: fields.short_links_enabled,
        expiredUrl: fields.expired_url === "" ? null : fields.expired_url,
        notFoundUrl: fields.not_found_url === "" ? null : fields.not_found_url,
      });
      return answer(await updateHost(c.get("service"), hostOf(c), { fields: change, errors }), toHostShape);
    },
  )
  .delete(
    "/:host",
    endpoint({
      role: "editor",
      tag,
      summary: "Disconnect a hostname",
      description: "Refused while records live on it.",
      answer: DeletedShape,
      errors: [404, 422],
    }),
    async (c) => answer(await disconnectHost(c.get("service"), hostOf(c)), (data) => ({ data })),
  )
  .post(
    "/:host/refresh",
    endpoint({
      role: "editor",
      tag,
      summary: "Check DNS and proof again",
      description: "At most once in 30 seconds for a hostname; earlier calls see the previous state.",
      answer: HostShape,
      errors: [404],
    }),
    async (c) => answer(await refreshHost(c.get("service"), hostOf(c)), toHostShape),
  )
  .post(
    "/:host/move",
    endpoint({
      role: "owner",
      tag,
      summary: "Give a hostname to another workspace",
      description:
        "`token` is an owner's token of the workspace that gets it. Records stay with their workspace; those of the caller are paused. Where the other workspace has none on the hostname, `empty` has to be true.",
      answer: MovedShape,
      errors: [400, 404, 413, 415, 422],
    }),
    jsonBody(MoveBody),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const draft = { fields: pickDefined(fields), errors };
      return answer(await moveHost(c.get("service"), hostOf(c), draft), (moved) => moved);
    },
  )
  .get(
    "/:host/history",
    endpoint({
      role: "viewer",
      tag,
      summary: "List when a hostname was gained and lost",
      description:
        "Newest first, one entry for each time that the hostname passed to the workspace or from it. It can be read after the hostname was disconnected, too.",
      answer: HostHistoryPage,
      errors: [404, 422],
    }),
    query(PageQuery),
    async (c) => {
      const page = toPageRequest(c.req.valid("query"));
      const result = await listHostHistory(c.get("service"), hostOf(c), page);
      return answer(result, ({ items, cursor, total }) => ({
        data: items.map(toHostHistoryShape),
        meta: { cursor: { ...cursor, total } },
      }));
    },
  );
