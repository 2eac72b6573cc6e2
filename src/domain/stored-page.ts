import type { FileType } from "./branding.ts";

/** A stored file of a workspace, a page or a picture, without its content. */
export interface StoredPage {
  name: string;
  type: FileType;
  sizeBytes: number;
  createdAtMs: number;
  updatedAtMs: number;
}
