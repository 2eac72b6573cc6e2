/** Attempts to write one record: enough for each of twenty concurrent editors to get a turn. */
export const MAX_EDIT_ATTEMPTS = 40;
