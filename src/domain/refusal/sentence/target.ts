export const TARGET_SENTENCES = {
  status_code: "status {status}",
  target_dns: "DNS has no address",
  target_dns_says: "DNS says {code}",
  target_dns_unasked: "DNS could not be asked",
  target_none: "no answer",
  target_puts_off: "the host puts us off",
  target_robots: "robots.txt does not let us ask",
} as const;
