import { newApp } from "../new-app.ts";
import type * as v from "valibot";
import type { RecordFamily } from "../../domain/handler.ts";
import type { ServiceContext } from "../../services/context.ts";
import { deleteRecord, updateRecord, type RecordEdit } from "../../services/record/update-record.ts";
import type { Utm } from "../../domain/utm.ts";
import { findUtm } from "../../services/record/find-utm.ts";
import { getRecords, getRecord, type RecordView } from "../../services/record/records.ts";
import { listRecords } from "../../services/record/list-records.ts";
import type { Draft, Result } from "../../services/result.ts";
import type { ObjectSchema } from "../body.ts";
import { jsonBody, query, ofRecords } from "../endpoint.ts";
import { conditional, etagOf, ifMatch } from "../etag.ts";
import { once } from "../once.ts";
import { pickDefined } from "../schema/record-input.ts";
import { answer, idOf, json, unwrap, type AdminContext } from "../request-context.ts";
import { toSlimShape } from "../serialize/record.ts";
import { ForceQuery, RecordListQuery, toFilter, toPageRequest, toSort } from "../schema/list.ts";

/** One of the three resources that show records: `/link`, `/redirect` and `/links`. */
interface RecordResource<Create extends ObjectSchema, Update extends ObjectSchema, Shape> {
  family: RecordFamily | undefined;
  createBody: Create;
  create(ctx: ServiceContext, draft: Draft<Partial<v.InferOutput<Create>>>): Promise<Result<RecordView[]>>;
  updateBody: Update;
  toEdit(fields: Partial<v.InferOutput<Update>>): RecordEdit;
  /** Returns the shapes of the views, in order. */
  toShapes(ctx: ServiceContext, views: RecordView[], requestUrl: string): Shape[] | Promise<Shape[]>;
}

/** Answers a slim list. The type is `never`, so that clients of the typed API see the type of whole rows. */
function slim(body: object): never {
  return json(body) as never;
}

/** Returns the routes that the three resources share: create, list, get, change and delete. */
export function recordRoutes<Create extends ObjectSchema, Update extends ObjectSchema, Shape>({
  family,
  createBody,
  create,
  updateBody,
  toEdit,
  toShapes,
}: RecordResource<Create, Update, Shape>) {
  const shapesOf = (c: AdminContext, views: RecordView[]) => toShapes(c.get("service"), views, c.req.url);
  const shapeOf = async (c: AdminContext, view: RecordView) => (await shapesOf(c, [view]))[0] as Shape;
  const renderCreated = async (c: AdminContext, result: unknown) => {
    const { ids } = result as { ids: string[] };
    const views = unwrap(await getRecords(c.get("service"), ids));
    return json({ data: await shapesOf(c, views) });
  };
  return newApp()
    .post("/", ofRecords("editor"), jsonBody(createBody), once(renderCreated), async (c) => {
      const service = c.get("service");
      const views = unwrap(await create(service, await fillUtm(service, c.req.valid("json"))));
      return json({ data: await shapesOf(c, views) });
    })
    .get("/", ofRecords("viewer"), query(RecordListQuery), async (c) => {
      const { filter, sort, fields, ...page } = c.req.valid("query");
      const request = { filter: toFilter(filter, family), sort: toSort(sort), ...toPageRequest(page) };
      const { items, cursor } = unwrap(await listRecords(c.get("service"), request));
      if (fields === "slim") {
        return slim({ data: items.map((view) => toSlimShape(view, c.req.url)), meta: { cursor } });
      }
      return json({ data: await shapesOf(c, items), meta: { cursor } });
    })
    .get("/:id", ofRecords("viewer"), async (c) => {
      const view = unwrap(await getRecord(c.get("service"), idOf(c), family));
      return json(await shapeOf(c, view), etagOf(view));
    })
    .put("/:id", ofRecords("editor"), conditional, query(ForceQuery), jsonBody(updateBody), async (c) => {
      const { fields, errors } = c.req.valid("json");
      const isForced = c.req.valid("query").force;
      const edit = { ...toEdit(fields), isForced, ...pickDefined({ versions: ifMatch(c) }) };
      const draft = { fields: edit, errors };
      const view = unwrap(await updateRecord(c.get("service"), idOf(c), family, draft));
      return json(await shapeOf(c, view), etagOf(view));
    })
    .delete("/:id", ofRecords("editor"), conditional, query(ForceQuery), async (c) => {
      const isForced = c.req.valid("query").force;
      const options = { family, versions: ifMatch(c), isForced };
      return answer(await deleteRecord(c.get("service"), idOf(c), options), (data) => ({ data }));
    });
}

interface UtmFields {
  utm_template?: string | null;
  utm?: Partial<Utm> | null;
  host?: string | null;
  /** The sources of a redirect. */
  url?: string | { host: string }[] | null;
  tags?: string[] | null;
}

/** Fills in what a new record leaves out of UTM by the template that it names (contract 14.8). */
async function fillUtm<F>(ctx: ServiceContext, draft: Draft<F>): Promise<Draft<F>> {
  const { utm_template: name, utm, host, url, tags } = draft.fields as UtmFields;
  if (!name || utm === null) return draft;
  const source = Array.isArray(url) ? url[0] : undefined;
  const found = await findUtm(ctx, name, host ?? source?.host, tags ?? []);
  return found.ok
    ? { ...draft, fields: { ...draft.fields, utm: { ...found.value, ...utm } } }
    : { ...draft, errors: { ...draft.errors, utm_template: [found.reason] } };
}
