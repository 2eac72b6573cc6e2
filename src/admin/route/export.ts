import { SAFE_HEADERS } from "../error.ts";
import { newApp } from "../new-app.ts";
import { accepted, refused, type Parsed } from "../../domain/field-error.ts";
import { exportWorkspace, type ExportPart } from "../../services/export/export-workspace.ts";
import { INCLUDES, type Include } from "../../services/export/kinds.ts";
import { endpoint, query } from "../endpoint.ts";
import { unwrap } from "../request-context.ts";
import { parseWith, stringField } from "../schema/field.ts";
import { toExportLine } from "../serialize/export.ts";
import * as v from "valibot";

const ExportQuery = v.object({
  include: v.optional(v.pipe(stringField, parseWith(parseIncludes))),
  cursor: v.optional(v.pipe(stringField)),
});

function parseIncludes(text: string): Parsed<Include[]> {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !INCLUDES.some((known) => known === name));
  return unknown === undefined
    ? accepted([...new Set(names as Include[])])
    : refused("named_not_one_of", { name: JSON.stringify(unknown), names: INCLUDES.join(", ") });
}

/** Routes of `/export` (contract 26.1 to 26.3). */
export const exportRoutes = newApp().get("/", endpoint("owner"), query(ExportQuery), async (c) => {
  const { include: includes = [], cursor } = c.req.valid("query");
  const parts = unwrap(exportWorkspace(c.get("service"), { includes, cursor }));
  // Read before the answer begins, so that a failed store answers 503.
  const first = await parts.next();
  return c.body(toStream(first, parts, c.req.url), 200, {
    "Content-Type": "application/x-ndjson; charset=utf-8",
    "Content-Disposition": "attachment",
    ...SAFE_HEADERS,
  });
});

/** Returns a stream that reads a part whenever the client has taken the previous one. */
function toStream(
  first: IteratorResult<ExportPart>,
  parts: AsyncGenerator<ExportPart>,
  requestUrl: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let part: IteratorResult<ExportPart> | null = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let text = "";
      // An empty part, such as a kind without items, would stop the stream.
      while (text === "") {
        const { done, value } = part ?? (await parts.next());
        part = null;
        if (done === true) return controller.close();
        text = value.items.map((item) => toExportLine(item, requestUrl)).join("");
        if (value.cursor !== undefined) text += `${JSON.stringify({ kind: "cursor", next: value.cursor })}\n`;
      }
      controller.enqueue(encoder.encode(text));
    },
  });
}
