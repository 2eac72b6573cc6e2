import { refuse } from "../../src/domain/refusal/refusal.ts";
import { expect, test } from "vitest";
import { readFile, toLines } from "./outcome.ts";
import { testFormat } from "./test-format.ts";

const server = (...lines: string[]) => ["server {", ...lines, "}"];

testFormat("nginx-conf", [
  [
    "a rewrite takes the paths of its location only",
    server(
      "location /shop/ { rewrite ^/(.*)$ https://shop.example/$1 permanent; }",
      "location /mail/ { rewrite ^(.*)$ https://mail.example$1 permanent; }",
      "location = /old { rewrite ^ https://new.example/x permanent; }",
      "location = /a.b { rewrite ^/(.*)$ https://new.example/y/$1? permanent; }",
      "location /in/ { rewrite ^/in/([^/]+)$ /out/$1 permanent; }",
      "location /q/ { rewrite ^ https://new.example$request_uri? permanent; }",
      "location ~ ^/re/(.*)$ { rewrite ^ https://new.example/re? permanent; }",
    ),
    [
      "2 old.example/shop/* -> https://shop.example/shop/ 301 +path +query",
      "3 old.example/mail/* -> https://mail.example/mail/ 301 +path +query",
      "4 old.example/old -> https://new.example/x 301 +query",
      "5 old.example/a.b -> https://new.example/y/a.b 301",
      "6 old.example/in/:p1 -> https://new.example/out/:p1 301 +query",
      "7 old.example/q/* -> https://new.example/q 301 +path +query",
      "8 old.example/re/* -> https://new.example/re 301",
    ],
  ],
  [
    "a rewrite is refused where its location decides otherwise",
    server(
      "location ~* \\.(jpg|png)$ { rewrite ^/(.*)$ https://cdn.example/$1 permanent; }",
      "location /a/ { rewrite ^/b/(.*)$ https://new.example/$1 permanent; }",
      "location = /c { rewrite ^/d$ https://new.example/ permanent; }",
      "location /e/ { rewrite ^ https://new.example$request_uri permanent; }",
    ),
    [
      "2 ! depends on a condition that a redirect cannot have: the location \\.(jpg|png)$",
      "3 ! depends on a condition that a redirect cannot have: the location /a/*",
      "4 ! depends on a condition that a redirect cannot have: the location /c",
      "5 ! not of the form $request_uri?",
    ],
  ],
  [
    "a rewrite of a whole server",
    [
      ...server("server_name a.example; rewrite ^(.*)$ https://new.example$1 permanent;"),
      ...server("server_name b.example; rewrite ^ https://new.example$request_uri? permanent;"),
      ...server("server_name c.example; rewrite ^/(.+)$ https://new.example/$1? redirect;"),
      ...server("server_name d.example; rewrite ^ https://$host$request_uri? permanent;"),
    ],
    [
      "2 a.example -> https://new.example/ 301 +path +query",
      "5 b.example -> https://new.example 301 +path +query",
      "8 c.example -> https://new.example/ 302 +path",
    ],
  ],
  [
    "410 in a location with a regex",
    server("location ~ /tag/ { return 410; }", "location ~ ^/gone/(.*)$ { return 410; }"),
    ["2 ! regex: is not anchored at its start", "3 old.example/gone/* -> gone"],
  ],
  [
    "a map beside servers",
    ["map $uri $new { /a /b; }", ...server("location = /x { return 301 /y; }")],
    [
      "1 ! is read by another format: pass --format nginx-map for it",
      "3 old.example/x -> https://new.example/y 301",
    ],
  ],
]);

testFormat("nginx-conf", [
  [
    "a backslash before a quote or a backslash, in any word",
    server(
      'location = \'/l\\\'a\' { return 301 "/say-\\"x\\""; }',
      "location = /b\\'c { return 301 /d; }",
      "location ~ ^/e\\\\.html$ { return 301 /f; }",
    ),
    [
      '2 old.example/l\'a -> https://new.example/say-"x" 301',
      "3 old.example/b'c -> https://new.example/d 301",
      "4 old.example/e.html -> https://new.example/f 301",
    ],
  ],
  [
    "(?i) is read like [NC] of .htaccess",
    server(
      "location ~ (?i)^/Expo$ { return 301 /expos; }",
      "rewrite ^(?i)/Old/(.*)$ /new/$1 permanent;",
      "location ~ ^/a(?i)b$ { return 301 /c; }",
    ),
    [
      "2 old.example/Expo -> https://new.example/expos 301",
      "3 old.example/Old/* -> https://new.example/new/ 301 +path +query",
      "4 ! regex: (?i) cannot be expressed as a segment",
    ],
  ],
]);

testFormat("nginx-map", [
  [
    "a quoted word may hold its own quote and a backslash",
    ["'/l\\'été' /ete; # apostrophe", '"/say-\\"a\\"" /b;', "'~^/c\\\\.html$' /d;"],
    [
      "1 old.example/l'été -> https://new.example/ete 301",
      '2 old.example/say-"a" -> https://new.example/b 301',
      "3 old.example/c.html -> https://new.example/d 301",
    ],
  ],
  [
    "a semicolon ends a pair, not the line",
    ["/a", "    /b;", "# between", "/c # behind", "/d; /e /f;", "/g /h", "/i /j;", "/k /l /m;", "/n", ";"],
    [
      "1 old.example/a -> https://new.example/b 301",
      "4 old.example/c -> https://new.example/d 301",
      "5 old.example/e -> https://new.example/f 301",
      "6 ! no semicolon at its end",
      "7 old.example/i -> https://new.example/j 301",
      "8 ! not of the form KEY VALUE;",
      "9 ! not of the form KEY VALUE;",
    ],
  ],
  [
    "a quote that never closes",
    ["/a /b;", "'/c /d;", "/e /f;"],
    [
      "1 old.example/a -> https://new.example/b 301",
      "2 ! a quote opens here and never closes; nothing from here on was read",
    ],
  ],
  [
    "a parameter is a whole word",
    ["map $uri $new { default /x; default-page /y; \\default /z; /a /b; }"],
    [
      "1 old.example/a -> https://new.example/b 301",
      '1 ! a source starts with "/", "https://" or "host.example/"',
      '1 ! a source starts with "/", "https://" or "host.example/"',
    ],
  ],
]);

test("[18.2] nginx-map ignores other directives, blocks and the headers of maps", () => {
  const result = readFile(
    [
      "user www;",
      "http {",
      "  include mime.types;",
      "  map $host$uri $new {",
      "    old.example/a /b;",
      "  }",
      "  server {",
      "    listen 80;",
      "    server_name ~^(www\\.)?old\\.example$;",
      "    if ($new) { return 301 $new; }",
      "    location = /c { return 301 /d; }",
      "  }",
      "}",
      "map $uri $other { /e /f; }",
    ].join("\n"),
    { format: "nginx-map" },
  );
  expect(toLines(result)).toEqual([
    "5 old.example/a -> https://new.example/b 301",
    "14 old.example/e -> https://new.example/f 301",
  ]);
  expect(result.warnings).toEqual([
    { line: 11, warning: refuse("file_other_format_there", { key: "nginx-conf" }) },
  ]);
});
