import { refuse } from "../../domain/refusal/refusal.ts";
import { newApp } from "../new-app.ts";
import { pickDefined } from "../schema/record-input.ts";
import { applyChange, undoChange } from "../../services/change/apply-change.ts";
import {
  createChange,
  getChange,
  listChanges,
  planChange,
  stopChange,
  storePart,
} from "../../services/change/changes.ts";
import { listChangeRows } from "../../services/change/list-change-rows.ts";
import type { ChangeRowView } from "../../services/change/types.ts";
import { invalid } from "../../services/result.ts";
import { toCsv } from "../../domain/csv.ts";
import { prefersCsv } from "../csv.ts";
import { jsonBody, linesBody, optionalJsonBody, query, within } from "../endpoint.ts";
import { SAFE_HEADERS, toHttpError } from "../error.ts";
import { once } from "../once.ts";
import { readPart } from "../part.ts";
import { answer, idOf, json, unwrap, type AdminContext, answerPage } from "../request-context.ts";
import { ApplyBody, ChangeBody, ChangesQuery, RowsQuery, toNewChange } from "../schema/change.ts";
import { ForceQuery, toPageRequest } from "../schema/list.ts";
import { ROW_COLUMNS, toChangeShape, toRowCells, toRowShape } from "../serialize/change.ts";

/** The most bytes of a body with rows, and of a part. */
export const MAX_PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;

/** Routes of `/changes` (contract 28). */
export const changeRoutes = newApp()
  .get("/", within("viewer"), query(ChangesQuery), async (c) => {
    const { filter, ...page } = c.req.valid("query");
    const request = { ...toPageRequest(page), ...pickDefined({ states: filter?.state }) };
    return answerPage(await listChanges(c.get("service"), request), toChangeShape);
  })
  .post(
    "/",
    within("editor"),
    query(ForceQuery),
    jsonBody(ChangeBody, MAX_PART_BYTES),
    once(renderNew),
    async (c) => {
      const { fields, errors } = c.req.valid("json");
      const draft = toNewChange(fields, errors, c.req.valid("query").force);
      return answer(await createChange(c.get("service"), draft), toChangeShape);
    },
  )
  .get("/:id", within("viewer"), (c) => show(c, idOf(c)))
  .put("/:id/parts/:n", within("editor"), linesBody, async (c) => {
    const n = c.req.param("n");
    if (!/^[1-9]\d{0,4}$/.test(n) || Number(n) > MAX_PARTS) {
      throw toHttpError(
        invalid({ n: [refuse("not_whole_number_between", { least: "1", most: MAX_PARTS })] }).error,
      );
    }
    const blocks = await readPart(c, MAX_PART_BYTES);
    return answer(await storePart(c.get("service"), idOf(c), Number(n), blocks), toChangeShape);
  })
  .post("/:id/plan", within("editor"), once(renderKnown), async (c) =>
    answer(await planChange(c.get("service"), idOf(c)), toChangeShape),
  )
  .post("/:id/apply", within("editor"), optionalJsonBody(ApplyBody), once(renderKnown), async (c) => {
    const { fields, errors } = c.req.valid("json");
    if (Object.keys(errors).length > 0) throw toHttpError(invalid(errors).error);
    const confirmed = pickDefined({ deletes: fields.deletes, dropUndo: fields.drop_undo });
    return answer(await applyChange(c.get("service"), idOf(c), confirmed), toChangeShape);
  })
  .post("/:id/stop", within("editor"), once(renderKnown), async (c) =>
    answer(await stopChange(c.get("service"), idOf(c)), toChangeShape),
  )
  .post("/:id/undo", within("editor"), once(renderKnown), async (c) =>
    answer(await undoChange(c.get("service"), idOf(c)), toChangeShape),
  )
  .get("/:id/rows", within("viewer"), query(RowsQuery), async (c) => {
    const { filter, ...page } = c.req.valid("query");
    const request = { ...toPageRequest(page), ...pickDefined({ result: filter?.result }) };
    const found = unwrap(await listChangeRows(c.get("service"), idOf(c), request));
    const body = { data: found.items.map(toRowShape), meta: { cursor: found.cursor } };
    if (!prefersCsv(c.req.header("Accept"))) return json(body);
    const next = async (cursor: string) =>
      unwrap(await listChangeRows(c.get("service"), idOf(c), { ...request, cursor }));
    return answerCsv(found.items, found.cursor.next, next) as ReturnType<typeof json<typeof body>>;
  });

async function show(c: AdminContext, id: string) {
  return answer(await getChange(c.get("service"), id), toChangeShape);
}

function renderNew(c: AdminContext, result: unknown) {
  return show(c, (result as { id: string }).id);
}

/** Answers a repeated call with the present state of the change. */
function renderKnown(c: AdminContext) {
  return show(c, idOf(c));
}

type NextPage = (cursor: string) => Promise<{ items: ChangeRowView[]; cursor: { next: string | null } }>;

/** Answers all rows, beginning with a page. Reads a page whenever the client has taken the previous one. */
function answerCsv(first: ChangeRowView[], after: string | null, next: NextPage): Response {
  const encoder = new TextEncoder();
  let text = toCsv([[...ROW_COLUMNS], ...first.map(toRowCells)]);
  let cursor = after;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (text === "" && cursor !== null) {
        const page = await next(cursor);
        text = toCsv(page.items.map(toRowCells));
        cursor = page.cursor.next;
      }
      if (text === "") return controller.close();
      controller.enqueue(encoder.encode(text));
      text = "";
    },
  });
  return new Response(body, {
    headers: { "Content-Type": "text/csv; charset=utf-8", ...SAFE_HEADERS },
  });
}
