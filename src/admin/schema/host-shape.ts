import { CHANNELS, CodeShape, id, Person, timestamp, countedPageOf, numbers } from "./part.ts";
import * as v from "valibot";
import { HOST_FIELDS } from "../../domain/field/host.ts";
import { HOST_REASONS } from "../../domain/history.ts";
import { HOST_FILE_NAMES } from "../../domain/host-file.ts";
import { BrandingShape, PagesShape } from "./branding.ts";
import { shapesOf } from "./kind.ts";

/** The shape of a hostname in answers (contract 10.1). */
export const HostShape = v.object({
  ...shapesOf(HOST_FIELDS),
  held: v.boolean(),
  default_require: v.picklist(["cname", "a"]),
  require: v.array(v.string()),
  errors: v.array(
    v.object({
      scope: v.string(),
      code: v.string(),
      message: v.string(),
      message_code: CodeShape,
      updated_at: timestamp,
    }),
  ),
  counts: v.array(v.string()),
  created_by: Person,
  public: v.boolean(),
  notice: v.string(),
  branding: BrandingShape,
  pages: PagesShape,
});

/** `file` is present if the entry is about a file; null means that there was none. */
const HeldFact = v.object({
  held: v.boolean(),
  file: v.optional(v.nullable(v.object({ type: v.string(), size: v.number() }))),
});

export const HostHistoryShape = v.object({
  id,
  old: HeldFact,
  new: HeldFact,
  file: v.nullable(v.picklist(HOST_FILE_NAMES)),
  reason: v.picklist(HOST_REASONS),
  actor: v.object({ id: v.string(), name: v.string() }),
  source: v.picklist(CHANNELS),
  created_at: timestamp,
});

export const HostHistoryPage = countedPageOf(HostHistoryShape);

export const MovedShape = v.object({
  host: v.string(),
  records: v.object(numbers("here", "there")),
});
