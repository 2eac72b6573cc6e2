import { FileShape, pageOf } from "../../../src/admin/schema/shape.ts";
import { HTML, type Operation } from "../operation.ts";

export const FILE_OPERATIONS: Record<string, Operation> = {
  "get /v1/files": {
    id: "listFiles",
    summary: "List stored files",
    description: "Pages and pictures, newest first.",
    answer: pageOf(FileShape),
  },
  "get /v1/files/{name}": {
    id: "getFile",
    summary: "Get a stored file",
    description: "As it was stored, to be saved as a file.",
    answer: HTML,
    examples: { answer: "<!doctype html><p>Back soon</p>" },
  },
  "put /v1/files/{name}": {
    id: "storeFile",
    summary: "Store a page or a picture",
    description:
      "At most 100 kB: a page (`text/html`), or a logo (`image/png`, or `image/svg+xml` that nothing runs in and that refers to nothing outside). Whatever shows the file shows the new one. A caller with `hosts` replaces a file only if no other hostname shows it, now or after an undo, and if it has stored the content itself or one of its hostnames shows it.",
    alwaysFound: true,
    answer: FileShape,
    examples: { body: "<!doctype html><p>Back soon</p>" },
  },
  "delete /v1/files/{name}": {
    id: "deleteFile",
    summary: "Delete a stored file",
    description:
      "Refused while a record, branding or pages show it, and to a caller with `hosts` who may not replace it.",
  },
};
