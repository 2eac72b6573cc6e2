import { FILE_SENTENCES } from "../../../domain/refusal/file-sentences.ts";
import { keyed } from "../../../domain/refusal/translate.ts";

/** The English of the readers of files. Formats are values of its sentences. */
export default {
  ...keyed(FILE_SENTENCES),
  "reason.key.nginx-conf": "nginx configuration",
  "reason.key.nginx-map": "nginx map",
};
