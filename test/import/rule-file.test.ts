import { sayRow } from "../../src/import/say-row.ts";
import { expect, test } from "vitest";
import { readFile, readFixture } from "./outcome.ts";
import { testFormat } from "./test-format.ts";

/** Rules of servers and tools whose meaning depends on what stands around them. */

testFormat("htaccess", [
  [
    "a target with a query of its own does not get the visitor's from mod_alias",
    [
      "Redirect 301 /item.php https://shop.example/?id=12",
      "RedirectMatch 301 ^/m/(.*)$ https://shop.example/?p=$1",
    ],
    [
      "1 old.example/item.php -> https://shop.example/?id=12 301",
      "2 old.example/m/* -> https://shop.example/?p=:splat 301",
    ],
  ],
  [
    "the query of a condition is passed on, unless the target drops it",
    [
      "RewriteCond %{QUERY_STRING} ^page=2$",
      "RewriteRule ^list\\.php$ /list [R=301,L]",
      "RewriteCond %{QUERY_STRING} ^page=3$",
      "RewriteRule ^list\\.php$ /list?a=1#b [R=301,L,QSA,NE]",
      "RewriteCond %{QUERY_STRING} ^page=4$",
      "RewriteRule ^list\\.php$ /list? [R=301,L]",
    ],
    [
      "1 old.example/list.php?page=2 -> https://new.example/list?page=2 301 +query",
      "3 old.example/list.php?page=3 -> https://new.example/list?a=1&page=3#b 301 +query",
      "5 old.example/list.php?page=4 -> https://new.example/list 301",
    ],
  ],
  [
    "only what leads every path to itself is an upgrade to https",
    [
      "RewriteRule ^old$ https://%{HTTP_HOST}/new [R=301,L]",
      "RewriteRule (.*) https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]",
      "RewriteRule ^(.*)$ https://%{HTTP_HOST}/$1 [R=301,L]",
    ],
    ["1 ! uses %{HTTP_HOST}, whose value is not known here"],
  ],
  [
    "a backslash in a target stands for the character after it",
    [
      'RewriteRule ^old\\/?$ "https\\:\\/\\/new\\.example\\/page\\%20x" [R=301,L]',
      'RewriteRule ^price$ "https\\:\\/\\/new\\.example\\/\\$5" [R=301,L]',
    ],
    [
      "1 old.example/old -> https://new.example/page%20x 301 +query",
      "2 ! regex: cannot be expressed as a path with captures",
    ],
  ],
  [
    "REQUEST_URI has the folder of the file in it",
    ["RewriteRule ^(.*)$ https://new.example%{REQUEST_URI} [R=301,L]"],
    ["1 old.example/dpv/* -> https://new.example/dpv/ 301 +path +query"],
    { base: "/dpv/" },
  ],
  [
    "a group at the start of a path holds the slash",
    ["RedirectMatch 301 ^(.*)$ https://new.example$1"],
    ["1 old.example -> https://new.example/ 301 +path +query"],
  ],
  [
    "a virtual host has its names, and rules that begin with a slash",
    [
      "<VirtualHost *:80>",
      "Redirect permanent / https://blog.example/",
      "ServerName blog.example",
      "ServerAlias www.blog.example",
      "</VirtualHost>",
      "<VirtualHost *:443>",
      "ServerName https://shop.example:443",
      "<IfModule mod_rewrite.c>",
      "RewriteRule ^/a$ https://new.example/a [R=301,L]",
      "RewriteRule ^/?b$ https://new.example/b [R=301,L]",
      "RewriteRule ^c$ https://new.example/c [R=301,L]",
      "</IfModule>",
      "RewriteRule ^(.*)$ https://new.example$1 [R=301,L]",
      "</VirtualHost>",
    ],
    [
      "2 www.blog.example -> https://blog.example/ 301 +path +query",
      "9 shop.example/a -> https://new.example/a 301 +query",
      "10 shop.example/b -> https://new.example/b 301 +query",
      '11 ! a source starts with "/", "https://" or "host.example/"',
      "13 shop.example -> https://new.example/ 301 +path +query",
    ],
  ],
  [
    "a section ends at its own end",
    ["<Files x>", "<IfModule y>", "</IfModule>", "Redirect /z /y", "</Files>", "Redirect /w /v"],
    [
      "4 ! depends on a condition that a redirect cannot have: the section <Files x>",
      "6 old.example/w/* -> https://new.example/v 302 +path +query",
    ],
  ],
]);

testFormat("rankmath-csv", [
  [
    "a regex has no first slash, and a star is a star",
    [
      "id,source,matching,destination,type,category,status,ignore",
      "5,^blog/(.*)$,regex,/journal/$1,301,,active,",
      "6,^old-page$,regex,/new,301,,active,",
      "7,old/*,exact,/new,301,,active,",
    ],
    [
      "2 old.example/blog/* -> https://new.example/journal/ 301 +path",
      "3 old.example/old-page -> https://new.example/new 301",
      "4 ! that tool has no wildcards: /* is a literal path there, and everything below here",
    ],
  ],
]);

testFormat("wp-redirection-csv", [
  [
    "a star is a star, and a regex never becomes a part of the hostname",
    [
      "source,target,regex,code,type,hits,title,status",
      '"/old/*","/new",0,301,"url",0,"","active"',
      '"^x/(.*)$","/new",1,301,"url",0,"","active"',
    ],
    [
      "2 ! that tool has no wildcards: /* is a literal path there, and everything below here",
      '3 ! a source starts with "/", "https://" or "host.example/"',
    ],
  ],
]);

const redirection = (url: string, target: string, regex: boolean) =>
  JSON.stringify({
    plugin: {},
    groups: [],
    redirects: [
      {
        url,
        regex,
        match_data: { source: { flag_query: "exact", flag_regex: regex } },
        action_code: 301,
        action_type: "url",
        action_data: { url: target },
        match_type: "url",
        enabled: true,
      },
    ],
  });

testFormat("wp-redirection-json", [
  [
    "a regex that takes the rest takes its query as well",
    [redirection("^/blog/(.*)$", "/journal/$1", true)],
    ["1 old.example/blog/* -> https://new.example/journal/ 301 +path +query"],
  ],
  [
    "a regex whose rest is not used drops the query",
    [redirection("^/blog/(.*)$", "/journal", true)],
    ["1 old.example/blog/* -> https://new.example/journal 301"],
  ],
]);

testFormat("shortio-tsv", [
  [
    "the visitor's query is passed on, unless the link or its destination forbids it",
    [
      "id\tshort_url\toriginal_url\ttitle\tpath\tclicks_limit\tskip_qs",
      "1\thttps://old.example/a\thttps://x.example/?a=1\t\ta\t\tfalse",
      "2\thttps://old.example/b\thttps://x.example/?shortio_nomerge=1&b=1\t\tb\t\tfalse",
      "3\thttps://old.example/c\thttps://x.example/?a=1&shortio_nomerge=1#f\t\tc\t\tfalse",
      "4\thttps://old.example/d\thttps://x.example/\t\td\t\ttrue",
    ],
    [
      "2 old.example alias a -> https://x.example/?a=1 default +query",
      "3 old.example alias b -> https://x.example/?b=1 default",
      "4 old.example alias c -> https://x.example/?a=1#f default",
      "5 old.example alias d -> https://x.example/ default",
    ],
  ],
]);

testFormat("dub-json", [
  [
    "the visitor's query is passed on",
    ['[{"key":"a","domain":"old.example","url":"https://x.example/"}]'],
    ["1 old.example alias a -> https://x.example/ default +query"],
  ],
]);

const shlink = (...data: object[]) => [JSON.stringify({ shortUrls: { data } })];
const shlinkRows = shlink(
  { shortCode: "t", shortUrl: "https://m.old.example/t", longUrl: "https://x.example/", domain: null },
  { shortCode: "u", shortUrl: "http://m.old.example:8080/u", longUrl: "https://x.example/", domain: null },
  { shortCode: "v", shortUrl: "https://m.old.example/v", longUrl: "https://x.example/", domain: "o.example" },
  { shortCode: "w", longUrl: "https://x.example/", domain: null },
);

testFormat("shlink-json", [
  [
    "the default domain is the host of the short URL",
    shlinkRows,
    [
      "1 m.old.example alias t -> https://x.example/ default +query",
      "1 m.old.example alias u -> https://x.example/ default +query",
      "1 o.example alias v -> https://x.example/ default +query",
      "1 ! the file names no host for this row: pass --host",
    ],
    { host: null },
  ],
  [
    "--host is for links without any host, and --host-map moves the default domain",
    shlinkRows,
    [
      "1 new.example alias t -> https://x.example/ default +query",
      "1 new.example alias u -> https://x.example/ default +query",
      "1 o.example alias v -> https://x.example/ default +query",
      "1 old.example alias w -> https://x.example/ default +query",
    ],
    { hostMap: new Map([["m.old.example", "new.example"]]) },
  ],
]);

testFormat("firebase-json", [
  [
    "the folder and all below it",
    ['{"hosting":{"redirects":[{"source":"/foo{,/**}","destination":"/bar","type":301}]}}'],
    ["1 old.example/foo/* -> https://new.example/bar 301"],
  ],
]);

test("[18.4] firebase-json reads the signs of a glob literally that begin no pattern", () => {
  const text = new TextDecoder().decode(readFixture("literal-glob.firebase.json"));
  const { rows, refused } = readFile(text);
  expect(rows.map(({ url }) => url)).toEqual([
    "old.example/+",
    "old.example/+pub",
    "old.example/a+b",
    "old.example/c++/x",
    "old.example/@team",
    "old.example/wow!",
    "old.example/)",
    "old.example/f(x)",
    "old.example/%2A",
  ]);
  expect(refused.map(({ reason }) => sayRow(reason))).toEqual([
    "the pattern +(a|b) cannot be expressed",
    "the pattern @(a|b) cannot be expressed",
    "the pattern !(a) cannot be expressed",
    "the pattern a) cannot be expressed",
    "the pattern \\+(a) cannot be expressed",
    "the pattern \\:id cannot be expressed",
    "the pattern !/a cannot be expressed",
    "the pattern {a,b} cannot be expressed",
    "a * that is not the whole last segment",
  ]);
});
