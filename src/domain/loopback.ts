const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|(?:[^.]+\.)+localhost)$/;

/** Returns whether a hostname, as URLs have it, leads to this machine only. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
