import type { Routes } from "./call.ts";
import { requireWhole } from "../../services/require-whole.ts";
import { editRedirects, findDomain, listDomains } from "./domains.ts";
import { listShortUrls } from "./list-short-urls.ts";
import { setRules, showRules } from "./redirect-rules.ts";
import { createShortUrl, deleteShortUrl, editShortUrl, findShortUrl, toShortUrl } from "./short-urls.ts";
import { deleteTags, listTagStats, readTags, renameTag, requireTag } from "./tags.ts";
import { deleteVisits, getVisits, listNone, reject } from "./visits.ts";

/** Every call of Shlink's that the door answers (contract 35.9). */
export const ROUTES: Routes = {
  "GET short-urls": ["viewer", listShortUrls],
  "POST short-urls": ["editor", createShortUrl],
  "GET short-urls/:": ["viewer", async (call) => toShortUrl(await findShortUrl(call), call)],
  "PATCH short-urls/:": ["editor", editShortUrl],
  "DELETE short-urls/:": ["editor", deleteShortUrl],
  "GET short-urls/:/redirect-rules": ["viewer", async (call) => showRules(await findShortUrl(call))],
  "POST short-urls/:/redirect-rules": ["editor", setRules],
  "GET tags": ["viewer", async (call) => ({ tags: await readTags(call, ({ name }) => name) })],
  "GET tags/stats": ["viewer", listTagStats],
  // A tag is renamed and deleted on all records of the workspace, as in the API.
  "PUT tags": ["editor", renameTag, requireWhole],
  "DELETE tags": ["editor", deleteTags, requireWhole],
  "GET domains": ["viewer", listDomains],
  "PATCH domains/redirects": ["editor", editRedirects],
  "GET visits": ["viewer", getVisits],
  "GET visits/orphan": ["viewer", () => listNone()],
  "GET visits/non-orphan": ["viewer", () => listNone()],
  "GET short-urls/:/visits": ["viewer", (call) => listNone(findShortUrl(call))],
  "GET tags/:/visits": ["viewer", (call) => listNone(requireTag(call.ctx, call.name))],
  "GET domains/:/visits": ["viewer", (call) => listNone(findDomain(call, call.name))],
  "DELETE short-urls/:/visits": ["manager", deleteVisits],
  "DELETE visits/orphan": ["manager", () => reject("not-supported", "Orphan visits cannot be deleted")],
  "GET mercure-info": ["viewer", () => reject("mercure-not-configured", "There is no Mercure hub")],
};
