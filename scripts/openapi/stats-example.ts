/** Statistics with conversions. */

const breakdowns = {
  destinations: [{ value: "https://example.org/spring", clicks: 42 }],
  countries: [
    { value: "DE", clicks: 40 },
    { value: "", clicks: 2 },
  ],
  devices: [{ value: "mobile", clicks: 42 }],
  browsers: [{ value: "Safari", clicks: 42 }],
  referrers: [{ value: "news.example", clicks: 42 }],
  rules: [],
  os: [{ value: "iOS", clicks: 42 }],
  languages: [{ value: "de", clicks: 42 }],
  sources: [
    { value: "link", clicks: 30 },
    { value: "qr", clicks: 12 },
  ],
  utm_campaign: [{ value: "spring", clicks: 42 }],
};

export const stats = {
  from: "2026-01-30T00:00:00.000Z",
  to: "2026-02-01T00:00:00.000Z",
  interval: "day",
  clicks: 42,
  bots: 3,
  series: [
    { at: "2026-01-30T00:00:00.000Z", clicks: 42, bots: 3 },
    { at: "2026-01-31T00:00:00.000Z", clicks: 0, bots: 0 },
  ],
  breakdowns,
  conversions: [
    {
      name: "signup",
      count: 3,
      value: 149.7,
      destinations: [{ of: "https://example.com/spring", count: 3, value: 149.7 }],
      rules: [],
      sources: [{ of: "link", count: 3, value: 149.7 }],
      utm_campaign: [],
    },
  ],
  rest: Object.fromEntries(Object.keys(breakdowns).map((name) => [name, 0])),
};
