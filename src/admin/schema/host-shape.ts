import { CodeShape } from "./code-shape.ts";
import * as v from "valibot";
import { HOST_FIELDS } from "../../domain/field/host.ts";
import { BrandingShape, PagesShape } from "./branding.ts";
import { shapesOf } from "./kind.ts";
import { Person, timestamp } from "./part.ts";

/** The shape of a hostname in answers (contract 10.1). The Worker bundles it, for writes that repeat an answer. */
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
