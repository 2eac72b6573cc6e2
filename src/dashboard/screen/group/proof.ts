/** The screens that show what visitors get. */
import "../../shared.ts";
export { default as explain } from "../explain/explain.tsx";
export { default as check } from "../check/checks.tsx";
export { default as misses } from "../misses/misses.tsx";
