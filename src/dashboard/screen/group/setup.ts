/** The screens that bring hostnames and records, and change many at once. */
import "../../shared.ts";
export { default as hosts } from "../hosts/hosts.tsx";
export { default as imports } from "../import/import.tsx";
export { default as changes } from "../changes/change-list.tsx";
