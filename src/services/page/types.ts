export type { AppearanceChange } from "../../storage/page/appearance.ts";
