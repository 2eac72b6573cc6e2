import { DeletedShape, FileShape, pageOf } from "../../../src/admin/schema/shape.ts";
import { deleted, file, page } from "../example.ts";
import { HTML, type Operation } from "../operation.ts";

export const FILE_OPERATIONS: Record<string, Operation> = {
  "get /v1/files": {
    id: "listFiles",
    tag: "Files",
    summary: "List stored pages",
    answer: pageOf(FileShape),
    examples: { answer: page(file) },
  },
  "get /v1/files/{name}": {
    id: "getFile",
    tag: "Files",
    summary: "Get a stored page",
    answer: HTML,
    errors: [404],
    examples: { answer: "<!doctype html><p>Back soon</p>" },
  },
  "put /v1/files/{name}": {
    id: "storeFile",
    tag: "Files",
    summary: "Store a page",
    description: "At most 100 kB of HTML. Records that serve it show the new one.",
    answer: FileShape,
    examples: { body: "<!doctype html><p>Back soon</p>", answer: file },
  },
  "delete /v1/files/{name}": {
    id: "deleteFile",
    tag: "Files",
    summary: "Delete a stored page",
    description: "Refused while a record serves it.",
    answer: DeletedShape,
    errors: [404, 422],
    examples: { answer: deleted },
  },
};
