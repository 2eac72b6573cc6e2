import { FILE_SENTENCES } from "../../../domain/refusal/file-sentences.ts";
import { keyed } from "../keyed.ts";

/** The English of the readers of files. */
export default keyed(FILE_SENTENCES);
