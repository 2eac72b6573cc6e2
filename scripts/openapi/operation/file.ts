import { DeletedShape, FileShape, pageOf } from "../../../src/admin/schema/shape.ts";
import { deleted, file, page } from "../example.ts";
import { HTML, type Operation } from "../operation.ts";

export const FILE_OPERATIONS: Record<string, Operation> = {
  "get /v1/files": {
    id: "listFiles",
    tag: "Files",
    summary: "List stored files",
    description: "Pages and pictures, newest first.",
    answer: pageOf(FileShape),
    examples: { answer: page(file) },
  },
  "get /v1/files/{name}": {
    id: "getFile",
    tag: "Files",
    summary: "Get a stored file",
    description: "As it was stored, to be saved as a file.",
    answer: HTML,
    errors: [404],
    examples: { answer: "<!doctype html><p>Back soon</p>" },
  },
  "put /v1/files/{name}": {
    id: "storeFile",
    tag: "Files",
    summary: "Store a page or a picture",
    description:
      "At most 100 kB: a page (`text/html`), or a logo (`image/png`, or `image/svg+xml` that nothing runs in and that refers to nothing outside). Whatever shows the file shows the new one. A caller with `hosts` replaces a file only if no other hostname shows it, now or after an undo, and if it has stored the content itself or one of its hostnames shows it.",
    answer: FileShape,
    examples: { body: "<!doctype html><p>Back soon</p>", answer: file },
  },
  "delete /v1/files/{name}": {
    id: "deleteFile",
    tag: "Files",
    summary: "Delete a stored file",
    description:
      "Refused while a record, branding or pages show it, and to a caller with `hosts` who may not replace it.",
    answer: DeletedShape,
    errors: [404, 422],
    examples: { answer: deleted },
  },
};
