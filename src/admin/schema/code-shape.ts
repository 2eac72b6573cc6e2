import * as v from "valibot";

/** The code of a text in an answer, with the values that stand in it (contract 9.23). */
export const CodeShape = v.object({ code: v.string(), values: v.record(v.string(), v.unknown()) });
export const CodesShape = v.record(v.string(), v.array(CodeShape));
