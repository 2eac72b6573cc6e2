/** One of the two releases that `both-releases.ts` runs. */
export type Release = "previous" | "current";

/** Who sends it says which of them answers. */
export const RELEASE_HEADER = "Signpost-Test-Release";

/** A POST to this hostname says which of them are live. */
export const RELEASES_HOST = "releases.test";

/** The hostname that holds the records of the test. */
export const HOST = "go.example.com";
