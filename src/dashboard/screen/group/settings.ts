/** The settings of the workspace. */
import "../../shared.ts";
export { default as settings } from "../settings/settings.tsx";
