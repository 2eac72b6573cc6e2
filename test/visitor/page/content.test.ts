import { describe, expect, it } from "vitest";
import { renderPage, type Page } from "../../../src/visitor/pages/page.ts";
import { EXAMPLES } from "./example.ts";

const render = (page: Page, language = "en") => renderPage(page, language).html;

describe("the gate", () => {
  const asked = render({ kind: "gate", isWrong: false });
  const wrong = render({ kind: "gate", isWrong: true });

  it("[5.2] posts the field password to its own URL", () => {
    expect(asked).toContain('<form method="post">');
    expect(asked.match(/ name="[^"]*"/g)?.slice(-1)).toEqual([' name="password"']);
  });

  it("labels its field, puts the cursor there and lets password managers fill it", () => {
    expect(asked).toContain('<label for="password">Password</label>');
    const [field = ""] = /<input[^>]*>/.exec(asked) ?? [];
    expect(field).toContain(' id="password" ');
    expect(field).toMatch(/ required autofocus /);
    expect(field).toContain(' autocomplete="current-password" ');
    expect(field).toContain(' aria-describedby="text"');
    expect(asked).toContain('<p id="text">');
    expect(asked).not.toMatch(/ aria-invalid=|role="alert"/);
  });

  it("says of a wrong password that it was, first of all", () => {
    expect(wrong).toContain('<p class="wrong" id="wrong" role="alert">That password is wrong.</p>');
    expect(wrong).toContain(' aria-describedby="wrong" aria-invalid="true">');
    expect(wrong).toContain("<title>That password is wrong. This link is protected</title>");
  });
});

it.each<[string, number, string]>([
  ["en", 0, "Try again in a minute."],
  ["en", 60, "Try again in a minute."],
  ["en", 61, "Try again in 2 minutes."],
  ["en", 900, "Try again in 15 minutes."],
  ["de", 30, "Versuchen Sie es in einer Minute noch einmal."],
  ["de", 300, "Versuchen Sie es in 5 Minuten noch einmal."],
  ["fr", 60, "Réessayez dans une minute."],
  ["fr", 300, "Réessayez dans 5 minutes."],
  ["es", 60, "Vuelva a intentarlo dentro de un minuto."],
  ["es", 300, "Vuelva a intentarlo dentro de 5 minutos."],
  ["pt", 60, "Tente novamente em um minuto."],
  ["pt", 300, "Tente novamente em 5 minutos."],
  ["ja", 60, "1分後にもう一度お試しください。"],
  ["zh", 300, "请 5 分钟后再试。"],
  ["ar", 120, "حاول مرة أخرى لاحقًا. الدقائق المتبقية: 2."],
])(
  "tells in %s for how long a gate is locked, %i seconds in whole minutes",
  (language, secondsLeft, text) => {
    expect(render({ kind: "locked", secondsLeft }, language)).toContain(`<p class="soft">${text}</p>`);
  },
);

it.each(["method-not-allowed", "unavailable", "guess-unavailable"] as const)(
  "offers to open the link from the page %s, with GET",
  (kind) => {
    expect(render({ kind })).toContain('<a class="button" href="">Open the link</a>');
  },
);

it.each(["unknown-host", "not-found", "paused", "expired", "warning"] as const)(
  "leads nowhere from the page %s",
  (kind) => {
    expect(render({ kind })).not.toMatch(/<a |<form|http/);
  },
);

describe("a preview", () => {
  const preview: Page = {
    kind: "preview",
    shortUrl: "https://go.example.com/a",
    title: "A title",
    description: "A description",
    destinations: [{ url: "https://shop.example.org/a/b?c=1", share: 1 }],
    qr: "<svg><path/></svg>",
    continueUrl: "https://go.example.com/a?from=preview",
  };

  it("shows address, title, description, destination, picture and the way on", () => {
    const html = render(preview);
    expect(html).toContain('<bdi dir="ltr">go.example.com/<wbr>a</bdi>');
    expect(html).toContain("<h1><bdi>A title</bdi></h1>");
    expect(html).toContain("<bdi>A description</bdi>");
    expect(html).toContain(
      '<bdi dir="ltr" class="url">https://<b>shop.example.org</b>/<wbr>a/<wbr>b?c=1</bdi>',
    );
    expect(html).toContain('<div class="qr"><svg><path/></svg>');
    expect(html).toContain('href="https://go.example.com/a?from=preview"');
  });

  it("takes the address for a missing title, and leaves out what there is not", () => {
    const html = render({ ...preview, title: "", description: "", qr: null });
    expect(html).toContain("<title>go.example.com/a</title>");
    expect(html).toContain('<h1><bdi dir="ltr">go.example.com/<wbr>a</bdi></h1>');
    expect(html.match(/go\.example\.com\//g)).toHaveLength(3);
    expect(html).not.toMatch(/<figure|<bdi>/);
  });
});

describe("a card for link previews", () => {
  const card: Page = {
    kind: "card",
    shortUrl: "https://go.example.com/a",
    title: "A title",
    description: "A description",
    destinationHost: "shop.example.org",
    location: "https://shop.example.org/a?b=1",
    image: "",
    siteName: "go.example.com",
  };

  it("[15.8] carries Open Graph and Twitter tags, and a plain link", () => {
    const html = render(card);
    for (const tag of [
      'property="og:type" content="website"',
      'property="og:url" content="https://go.example.com/a"',
      'property="og:title" content="A title"',
      'property="og:description" content="A description"',
      'name="twitter:card" content="summary"',
      'name="twitter:title" content="A title"',
      'name="description" content="A description"',
    ]) {
      expect(html).toContain(`<meta ${tag}>`);
    }
    expect(html).toContain('<a class="button" href="https://shop.example.org/a?b=1">');
    expect(html).not.toMatch(/http-equiv/i);
  });

  it("[24.10] shows a picture large, and names the site", () => {
    const html = render({ ...card, image: "https://img.example/p.png" });
    for (const tag of [
      'property="og:site_name" content="go.example.com"',
      'property="og:image" content="https://img.example/p.png"',
      'name="twitter:card" content="summary_large_image"',
    ]) {
      expect(html).toContain(`<meta ${tag}>`);
    }
  });

  it("[24.6] shows no destination if it has none", () => {
    const html = render({ ...card, destinationHost: "", location: card.shortUrl });
    expect(html).not.toMatch(/shop\.example|<dl>/);
  });

  it("takes the destination's host for a missing title, and leaves out a missing description", () => {
    const html = render({ ...card, title: "", description: "" });
    expect(html).toContain('property="og:title" content="shop.example.org"');
    expect(html).not.toContain("description");
  });
});

describe("a frame", () => {
  const frame: Page = { kind: "frame", location: "https://example.com/?a=1&b", title: "", description: "" };

  it("shows the destination under its title", () => {
    expect(render({ ...frame, title: "A title", description: "A description" })).toMatch(
      /<title>A title<\/title>\n<meta name="description" content="A description">[^]*<iframe src="https:\/\/example\.com\/\?a=1&amp;b" title="A title"/,
    );
  });

  it("is named after the destination without a title", () => {
    expect(render(frame)).toContain("<title>https://example.com/?a=1&amp;b</title>");
    expect(render(frame)).not.toContain("description");
  });
});

describe("text of owners and visitors", () => {
  // It ends in a control that turns the direction of what follows.
  const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;\u202E`;
  const ESCAPED =
    "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;&amp;amp;\u202E";

  const leadingTo = (text: string) => [
    { url: `https://${text}`, share: 0.5 },
    { url: `https://example.com/${text}`, share: 0.5 },
    { url: `https://example.com/?${text}`, share: null },
  ];

  const places = Object.entries(EXAMPLES).flatMap(([name, page]) =>
    Object.keys(page)
      .filter((field) => !["kind", "qr", "isWrong", "secondsLeft"].includes(field))
      .map((field) => ({ name, field, page })),
  );

  it("has been tried in every page that takes any", () => {
    expect(new Set(places.map(({ page }) => page.kind))).toEqual(new Set(["frame", "preview", "card"]));
  });

  it.each(places)("[3.9, 15.5] is escaped in $field of the page $name", ({ page, field }) => {
    // Addresses may wrap behind their slashes, and set their hosts off.
    const show = (text: string) =>
      render({ ...page, [field]: field === "destinations" ? leadingTo(text) : text }).replaceAll(
        /<wbr>|<\/?b>/g,
        "",
      );
    const html = show(HOSTILE);
    expect(html).toContain(ESCAPED);
    expect(html.replaceAll(ESCAPED, "words")).toBe(show("words"));
  });
});
