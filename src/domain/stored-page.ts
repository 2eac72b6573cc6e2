/** A stored HTML page of a workspace, without its HTML. */
export interface StoredPage {
  name: string;
  sizeBytes: number;
  createdAtMs: number;
  updatedAtMs: number;
}
