/** A static file of the admin host: its path below the folder, with slashes, and its bytes. */
export interface StaticFile {
  path: string;
  contents: Uint8Array;
}
