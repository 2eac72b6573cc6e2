import { refuse } from "../../domain/refusal/refusal.ts";
import { MAX_CHECK_URLS, type CheckUrl } from "../../domain/check/check.ts";
import { parseCheckUrl } from "../../domain/check/check-url.ts";
import { addFieldError, type FieldErrors } from "../../domain/field-error.ts";
import { getChange } from "../../services/change/changes.ts";
import { createCheck, startCheck, storeCheckPart } from "../../services/check/create-check.ts";
import { deleteCheck, fixCheck, getCheck, listCheckRows, listChecks } from "../../services/check/checks.ts";
import { readText } from "../body.ts";
import { prefersCsv, answerCsv } from "../csv.ts";
import { jsonBody, linesBody, query, within } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { once } from "../once.ts";
import { linesOf } from "../part.ts";
import { answer, idOf, unwrap, type AdminContext, answerPage } from "../request-context.ts";
import { CheckBody, CheckRowsQuery, FixBody } from "../schema/check.ts";
import { PageQuery, toPageRequest } from "../schema/list.ts";
import { pickDefined } from "../schema/record-input.ts";
import { toChangeShape } from "../serialize/change.ts";
import { toCheckCsv, toCheckRowShape, toCheckShape } from "../serialize/check.ts";

const MAX_PART_BYTES = 8 * 1024 * 1024;

/** Routes of `/checks` (contract 30). */
export const checkRoutes = newApp()
  .get("/", within("viewer"), query(PageQuery), async (c) =>
    answerPage(await listChecks(c.get("service"), toPageRequest(c.req.valid("query"))), (check) =>
      toCheckShape(check),
    ),
  )
  .post("/", within("editor"), jsonBody(CheckBody), once(renderCheck), async (c) => {
    const { fields, errors } = c.req.valid("json");
    const { urls, upload: isUpload, status, ask_targets: asksTargets } = fields;
    const draft = { fields: pickDefined({ urls, isUpload, status, asksTargets }), errors };
    return answer(await createCheck(c.get("service"), draft), (check) => toCheckShape(check));
  })
  .get("/:id", within("viewer"), async (c) => showCheck(c, idOf(c)))
  .delete("/:id", within("editor"), async (c) =>
    answer(await deleteCheck(c.get("service"), idOf(c)), (data) => ({ data })),
  )
  .put("/:id/parts/:n", within("editor"), linesBody, async (c) => {
    const draft = readLines(await readText(c, MAX_PART_BYTES));
    const n = c.req.param("n");
    const part = /^\d{1,6}$/.test(n) ? Number(n) : 0;
    return answer(await storeCheckPart(c.get("service"), idOf(c), part, draft), (stored) => stored);
  })
  .post("/:id/run", within("editor"), once(renderCheck), async (c) =>
    answer(await startCheck(c.get("service"), idOf(c)), (check) => toCheckShape(check)),
  )
  .post("/:id/change", within("editor"), jsonBody(FixBody), once(renderChange), async (c) =>
    answer(await fixCheck(c.get("service"), idOf(c), c.req.valid("json")), toChangeShape),
  )
  .get("/:id/rows", within("viewer"), query(CheckRowsQuery), async (c) => {
    const { filter, ...page } = c.req.valid("query");
    const request = { ...toPageRequest(page), result: filter?.result ?? null };
    const found = await listCheckRows(c.get("service"), idOf(c), request);
    if (!prefersCsv(c.req.header("Accept"))) return answerPage(found, toCheckRowShape);
    const { items, cursor } = unwrap(found);
    return answerCsv(toCheckCsv(items.map(toCheckRowShape)), cursor.next);
  });

async function renderCheck(c: AdminContext, result: unknown) {
  return showCheck(c, (result as { id: string }).id);
}

async function renderChange(c: AdminContext, result: unknown) {
  return answer(await getChange(c.get("service"), (result as { id: string }).id), toChangeShape);
}

async function showCheck(c: AdminContext, id: string) {
  return answer(await getCheck(c.get("service"), id), ({ check, targets }) => toCheckShape(check, targets));
}

const MAX_REFUSED_LINES = 200;

/** Parses one URL a line: a JSON text, or an object. Skips empty lines, and stops at a limit (contract 30.10). */
function readLines(text: string) {
  const errors: FieldErrors = {};
  const urls: CheckUrl[] = [];
  let number = 0;
  let refused = 0;
  for (const line of linesOf(text)) {
    number++;
    if (line.trim() === "") continue;
    if (urls.length === MAX_CHECK_URLS) {
      addFieldError(errors, "lines", refuse("too_many_together", { count: MAX_CHECK_URLS }));
    }
    if (urls.length === MAX_CHECK_URLS || refused === MAX_REFUSED_LINES) break;
    const field = `lines.${number}`;
    const parsed = parseCheckUrl(parseJson(line), (member, reason) =>
      addFieldError(errors, member === "" ? field : `${field}.${member}`, reason),
    );
    if (parsed === undefined) refused++;
    else urls.push(parsed);
  }
  return { fields: { urls }, errors };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
