import { moment } from "../moment.ts";

export const before = moment("The visit comes before this moment.", (atMs, { nowMs }) => nowMs < atMs);
