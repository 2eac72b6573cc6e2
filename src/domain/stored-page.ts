import type { FileType } from "./branding.ts";

/** A stored page or picture of a workspace, without its content. */
export interface StoredPage {
  name: string;
  type: FileType;
  sizeBytes: number;
  createdAtMs: number;
  updatedAtMs: number;
}
