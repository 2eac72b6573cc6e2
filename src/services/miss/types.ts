export type { Missed } from "../../storage/miss/read.ts";
export type { Sitemap } from "../../storage/sitemap/read.ts";
