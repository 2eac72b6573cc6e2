/** The screens of daily work. A group is loaded at once: a page waits longer for many small files than for one. */
import "../../shared.ts";
export { default as overview } from "../overview/overview.tsx";
export { default as links } from "../records/records.tsx";
export { default as insights } from "../insights/insights.tsx";
