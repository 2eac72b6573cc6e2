import { createServer, type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { CommandError, UsageError } from "../../scripts/support/command.ts";
import { findFreePort, parsePort, requireFreePort } from "../../scripts/support/free-port.ts";

describe("parsePort", () => {
  test("has a default", () => {
    expect(parsePort(undefined, 8787)).toBe(8787);
    expect(parsePort("", 8787)).toBe(8787);
    expect(parsePort("9000", 8787)).toBe(9000);
  });

  test.each(["0", "65536", "-1", "8787x", "1e3"])("refuses %s", (text) => {
    expect(() => parsePort(text, 8787)).toThrow(UsageError);
  });
});

test("tells of a port that is in use, and how to choose another", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  await expect(requireFreePort(port)).rejects.toThrow(CommandError);
  await expect(requireFreePort(port)).rejects.toThrow(
    `Port ${port} is in use. PORT chooses another: PORT=${port + 1} npm start`,
  );
});

test("finds no port twice, though the first is not in use yet", async () => {
  const found = new Set<number>();
  for (let turn = 0; turn < 800; turn++) found.add(await findFreePort());
  expect(found.size).toBe(800);
});

test("finds ports that no server gets that asks for any", async () => {
  const anyPort = async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  };
  const given = await Promise.all(Array.from({ length: 50 }, anyPort));
  const found = await Promise.all(Array.from({ length: 50 }, findFreePort));
  expect(Math.max(...found)).toBeLessThan(Math.min(...given));
});
