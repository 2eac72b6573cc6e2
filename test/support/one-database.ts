import { it } from "vitest";
import { HAS_SECOND_DATABASE } from "./home.ts";

/** A test of what holds with one database alone. It is left out where the workspaces of tests live in two. */
export const itWithOneDatabase = it.skipIf(HAS_SECOND_DATABASE);
