import { askFirst, whenAsked } from "./api/early.ts";
import { partsAt, STATISTICS } from "./screens.ts";
import { readPreferences } from "./state/kept-preferences.ts";
import { readPart } from "./text/text-files.ts";

/** What a page runs first: it asks for texts and data while the rest of the code, `begin.tsx`, is still on its way. */
const { pathname, search, hash } = location;
const { language } = readPreferences();
const parts = partsAt(pathname);
const texts = parts.flatMap((part) => part.texts);
for (const part of new Set(["start" as const, ...texts])) readPart(language, part).catch(() => {});
// A code in the fragment signs in first, and whoever reads shared statistics has no session.
const hasSession = pathname !== STATISTICS.path && !hash.startsWith("#code=");
const asks = search === "" ? parts.flatMap(({ asks }) => asks?.(pathname.split("/")[2]) ?? []) : [];
if (hasSession) askFirst(asks);
void makeFormats();

/** The first formats of a page take long to make. When all is asked for, nothing else is to be done until an answer is there. */
async function makeFormats(): Promise<void> {
  await whenAsked();
  new Intl.NumberFormat(language).format(1_000);
  new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(0);
}
