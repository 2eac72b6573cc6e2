import { describe, expect, it } from "vitest";
import { toResponse, type YourlsAnswer } from "../../../src/door/yourls/answer.ts";

const ANSWER = {
  message: "success",
  statusCode: "200",
  link: { title: `<Fish & "Chips">`, clicks: 12, ip: "" },
  simple: "http://go.example/a",
};

describe("the formats of an answer", () => {
  it.each<[string, string, string]>([
    [
      "xml",
      "application/xml",
      `<?xml version="1.0" encoding="UTF-8"?>\n<root><message>success</message><statusCode>200</statusCode><link><title>&lt;Fish &amp; &quot;Chips&quot;&gt;</title><clicks>12</clicks><ip></ip></link></root>\n`,
    ],
    [
      "json",
      "application/json",
      `{"message":"success","statusCode":"200","link":{"title":"<Fish & \\"Chips\\">","clicks":12,"ip":""}}`,
    ],
    ["simple", "text/plain", "http://go.example/a"],
    // A plugin sends this one, and takes the body for the short URL.
    ["JSON", "text/plain", "http://go.example/a"],
    ["", "text/plain", "http://go.example/a"],
  ])("[35.8] %s", async (format, type, text) => {
    const response = toResponse(format, ANSWER);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe(`${type}; charset=utf-8`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(await response.text()).toBe(text);
  });

  it("[35.8] leaves out of XML what no parser of XML takes", async () => {
    const message = "a\0b\u{1f}c\ud800d\uffff\u{1f600}\n";
    expect(await toResponse("xml", { message }).text()).toContain("<message>abcd\u{1f600}\n</message>");
  });

  it.each<[YourlsAnswer, number]>([
    [{ statusCode: "200", errorCode: "" }, 200],
    [{ statusCode: "404" }, 404],
    [{ errorCode: "403" }, 403],
    [{ statusCode: "482", errorCode: "482" }, 482],
    [{}, 200],
  ])("[35.8] %j has the status %i", (answer, status) => {
    expect(toResponse("json", answer).status).toBe(status);
  });

  it("[35.8] an answer without a simple form is empty in it", async () => {
    expect(await toResponse("simple", { errorCode: "400", message: "no" }).text()).toBe("");
  });
});
