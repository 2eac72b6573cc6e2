import * as v from "valibot";
import { HOST_FILE_TYPES } from "../../domain/branding.ts";
import { HOST_FILE_NAMES } from "../../domain/host-file.ts";
import { timestamp } from "./part.ts";

/** A file of a hostname in answers (contract 35.14). The Worker does not bundle it. */
export const HostFileShape = v.object({
  name: v.picklist(HOST_FILE_NAMES),
  path: v.string(),
  type: v.picklist(HOST_FILE_TYPES),
  size: v.number(),
  created_at: timestamp,
  updated_at: timestamp,
});

export const HostFilesShape = v.object({ data: v.array(HostFileShape) });
