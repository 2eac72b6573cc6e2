// Imported on demand, the library itself would be bundled whole, with its list of patterns twice.
export { isbot } from "isbot";
