import { moment } from "../moment.ts";

export const after = moment("The visit comes at this moment or later.", (atMs, { nowMs }) => nowMs >= atMs);
