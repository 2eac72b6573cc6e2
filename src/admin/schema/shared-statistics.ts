import * as v from "valibot";
import { SHARED_DAYS, SHARED_PARTS } from "../../domain/statistics-share.ts";
import { nameField } from "./access.ts";
import { listOf, message, momentField, oneOf, textOf } from "./field.ts";
import { hostField, passwordField, tagField, withShown } from "./record.ts";

/** Bodies of `/shared-statistics` (contract 37). */

export const ShareBody = withShown(
  {
    name: nameField,
    record: v.optional(v.nullable(v.pipe(textOf(36), v.toLowerCase()))),
    host: v.optional(v.nullable(hostField)),
    tag: v.optional(v.nullable(tagField)),
    shows: v.pipe(
      listOf(oneOf(SHARED_PARTS), SHARED_PARTS.length, message("not_array_of_strings")),
      v.transform((parts) => [...new Set(parts)]),
    ),
    days: v.optional(v.picklist(SHARED_DAYS, message("not_one_of", { names: SHARED_DAYS.join(", ") }))),
    expires_at: v.optional(v.nullable(momentField)),
    password: v.optional(v.nullable(passwordField)),
  },
  "shared",
);

export const ReadBody = v.object({ secret: textOf(200), password: v.optional(textOf(128)) });
