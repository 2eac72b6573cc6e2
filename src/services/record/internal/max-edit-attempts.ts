/** The most attempts to write one record: enough for each of twenty concurrent editors to succeed. */
export const MAX_EDIT_ATTEMPTS = 40;
