import { partsAt } from "./screens.ts";
import { readPreferences } from "./state/kept-preferences.ts";
import { readPart } from "./text/text-files.ts";

/** What a page runs first: it asks for texts while the rest of the code is still on its way. */
const { language } = readPreferences();
const texts = partsAt(location.pathname).flatMap((part) => part.texts);
for (const part of new Set(["start" as const, ...texts])) readPart(language, part).catch(() => {});
await import("./begin.tsx");
