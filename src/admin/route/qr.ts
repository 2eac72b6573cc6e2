import { message, stringField, oneOf } from "../schema/field.ts";
import { newApp } from "../new-app.ts";
import * as v from "valibot";
import { DEFAULT_QR_WIDTH, MAX_QR_WIDTH, MIN_QR_WIDTH, QR_FORMATS } from "../../qr/request.ts";
import { drawRecordQr } from "../../services/record/draw-record-qr.ts";
import { ofRecords, query } from "../endpoint.ts";
import { SAFE_HEADERS } from "../error.ts";
import { idOf, unwrap } from "../request-context.ts";

const WIDTH_RULE = message("not_whole_number_between", { least: MIN_QR_WIDTH, most: MAX_QR_WIDTH });

const QrQuery = v.object({
  format: v.optional(oneOf(QR_FORMATS)),
  width: v.optional(
    v.pipe(
      stringField,
      v.regex(/^\d{2,4}$/, WIDTH_RULE),
      v.transform(Number),
      v.minValue(MIN_QR_WIDTH, WIDTH_RULE),
      v.maxValue(MAX_QR_WIDTH, WIDTH_RULE),
      v.metadata({ type: "integer", minimum: MIN_QR_WIDTH, maximum: MAX_QR_WIDTH }),
    ),
  ),
});

/** The route of a record's QR picture (contract 16.1). */
export const qrRoutes = newApp().get("/:id/qr", ofRecords("viewer"), query(QrQuery), async (c) => {
  const { format = "svg", width = DEFAULT_QR_WIDTH } = c.req.valid("query");
  const drawn = await drawRecordQr(c.get("service"), idOf(c), { format, width }, c.req.url);
  const { name, picture } = unwrap(drawn);
  return c.body(picture.body, 200, {
    "Content-Type": picture.type,
    "Content-Disposition": toDisposition(`${name}.${format}`),
    ...SAFE_HEADERS,
  });
});

/** Returns the header with a file name in ASCII, and also with the full name if that differs (RFC 6266). */
function toDisposition(fileName: string): string {
  const plain = fileName.replace(/[^A-Za-z0-9._-]+/g, "_");
  const extended = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${plain}"${plain === fileName ? "" : `; filename*=UTF-8''${extended}`}`;
}
