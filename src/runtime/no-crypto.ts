/**
 * Stands in for `node:crypto`, which bcryptjs imports for the runtimes that lack WebCrypto (`alias` in
 * wrangler.toml). Importing the real one costs every cold start as much as 80 kB of code.
 */
export default {};
