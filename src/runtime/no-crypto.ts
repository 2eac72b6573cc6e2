/**
 * Replaces `node:crypto`, which bcryptjs imports for runtimes without WebCrypto (`alias` in wrangler.toml).
 * Importing the real module costs every cold start as much as 80 kB of code.
 */
export default {};
