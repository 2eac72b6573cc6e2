import { describe, expect, it } from "vitest";
import { readDnsAnswer } from "../../../src/services/host/ask-dns.ts";

const record = (type: number, data: unknown, name: unknown = "Go.Example.Com.") => ({
  name,
  type,
  TTL: 300,
  data,
});

describe("[10.11] an answer of a resolver", () => {
  it.each<[string, object, object[]]>([
    [
      "names in lower case without the dot of the root",
      { Status: 0, Answer: [record(5, "Edge.Example.NET.")] },
      [{ type: "CNAME", name: "go.example.com", data: "edge.example.net" }],
    ],
    [
      "addresses",
      { Status: 0, Answer: [record(1, "192.0.2.1"), record(28, "2001:DB8::1")] },
      [
        { type: "A", name: "go.example.com", data: "192.0.2.1" },
        { type: "AAAA", name: "go.example.com", data: "2001:db8::1" },
      ],
    ],
    ["no records", { Status: 0 }, []],
    ["no records as null", { Status: 0, Answer: null }, []],
    [
      "records of other types left out",
      { Status: 0, Answer: [record(46, "A 13 2 300"), record(6, null)] },
      [],
    ],
  ])("holds %s", (_, document, records) => {
    expect(readDnsAnswer(document)).toEqual({ status: 0, records });
  });

  it("keeps the response code, and the records beside it", () => {
    expect(readDnsAnswer({ Status: 3, Answer: [record(5, "gone.example.")] })).toEqual({
      status: 3,
      records: [{ type: "CNAME", name: "go.example.com", data: "gone.example" }],
    });
  });

  it.each<[string, string, string]>([
    ["in quotes", '"signpost-verification=abc"', "signpost-verification=abc"],
    ["bare", "signpost-verification=abc", "signpost-verification=abc"],
    ["in several chunks", '"signpost-" "verification=abc"', "signpost-verification=abc"],
    ["in chunks without a space between", '"signpost-""verification=abc"', "signpost-verification=abc"],
    ["with quotes inside", String.raw`"say \"hi\" \\ there"`, String.raw`say "hi" \ there`],
    ["with a byte as a number", String.raw`"a\059b"`, "a;b"],
    ["empty", '""', ""],
    ["with spaces that count", '" a  b "', " a  b "],
  ])("reads text %s", (_, data, text) => {
    expect(readDnsAnswer({ Status: 0, Answer: [record(16, data)] })?.records).toEqual([
      { type: "TXT", name: "go.example.com", data: text },
    ]);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["text", "<html>"],
    ["a list", []],
    ["an object of another kind", { hello: "world" }],
    ["a status that is no number", { Status: "0" }],
    ["a status that is no whole number", { Status: 0.5 }],
    ["records that are no list", { Status: 0, Answer: {} }],
    ["a record that is no object", { Status: 0, Answer: ["192.0.2.1"] }],
    ["a record without type", { Status: 0, Answer: [{ name: "a.example", data: "192.0.2.1" }] }],
    ["a record without data", { Status: 0, Answer: [{ name: "a.example", type: 1 }] }],
    ["a record with empty data", { Status: 0, Answer: [record(1, "")] }],
    ["a record without name", { Status: 0, Answer: [{ type: 1, data: "192.0.2.1" }] }],
    ["data that is no text", { Status: 0, Answer: [record(5, 5)] }],
  ])("is none: %s", (_, document) => {
    expect(readDnsAnswer(document)).toBeNull();
  });
});
