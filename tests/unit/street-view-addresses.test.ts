import { describe, expect, test } from "vitest";
import { imageType } from "#lib/server/street-view/image-type.ts";
import { mediaAddress } from "#lib/server/street-view/media-address.ts";
import { isPublicAddress } from "#lib/server/http/public-address.ts";

describe("a public address", () => {
  test.each([
    ["this network", "0.0.0.0"],
    ["private", "10.1.2.3"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.8.9.1"],
    ["link-local, with the clouds' metadata", "169.254.169.254"],
    ["behind a carrier's NAT", "100.64.0.1"],
    ["behind a carrier's NAT", "100.127.255.255"],
    ["protocol assignments", "192.0.0.8"],
    ["documentation", "192.0.2.1"],
    ["documentation", "203.0.113.9"],
    ["6to4 relays", "192.88.99.1"],
    ["benchmarks", "198.19.0.1"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["nothing", "::"],
    ["loopback", "::1"],
    ["unique local", "fc00::1"],
    ["unique local", "fd12:3456::1"],
    ["link-local", "fe80::1"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["mapped, private", "::ffff:10.0.0.1"],
    ["mapped, loopback", "::ffff:7f00:1"],
    ["mapped, public", "::ffff:8.8.8.8"],
    ["compatible", "::127.0.0.1"],
    ["NAT64 of a private one", "64:ff9b::a00:1"],
    ["local NAT64", "64:ff9b:1::a00:1"],
    ["6to4 of a private one", "2002:a00:1::1"],
    ["6to4 of loopback", "2002:7f00:1::"],
    ["Teredo", "2001:0:53aa:64c::1"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff::1"],
    ["discard", "100::1"],
    ["segment routing", "5f00::1"],
    ["no address", "localhost"],
    ["no address", ""],
  ])("is none: %s (%s)", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    "8.8.8.8",
    "157.240.1.1",
    "172.15.0.1",
    "172.32.0.1",
    "100.63.0.1",
    "100.128.0.1",
    "192.167.1.1",
    "11.0.0.1",
    "223.255.255.1",
    "2606:4700::1111",
    "2a03:2880:f12f:83::1",
    "2400:cb00::1",
  ])("is %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

const HOSTS = ["fbcdn.net", "Mapillary.com", "127.0.0.1:4001", "[::1]:4002"];

describe("an address of media", () => {
  test.each([
    "https://scontent-xyz.xx.fbcdn.net/m1/v/t6/photo.jpg?oh=1&oe=2",
    "https://fbcdn.net/a",
    "https://images.mapillary.com/a",
    "https://SCONTENT.FBCDN.NET/a",
    "https://scontent.fbcdn.net:443/a",
    "http://127.0.0.1:4001/a",
    "http://[::1]:4002/a",
  ])("is asked: %s", (address) => {
    expect(mediaAddress(address, HOSTS)?.href).toBe(new URL(address).href);
  });

  test.each([
    ["no https", "http://scontent.fbcdn.net/a"],
    ["another port", "https://scontent.fbcdn.net:8443/a"],
    ["a name and a password", "https://user:pass@scontent.fbcdn.net/a"],
    ["a name", "https://scontent.fbcdn.net@evil.test/a"],
    ["a name", "https://user@scontent.fbcdn.net/a"],
    ["an unknown host", "https://evil.test/a"],
    ["a host that only ends alike", "https://evilfbcdn.net/a"],
    ["a host that only begins alike", "https://fbcdn.net.evil.test/a"],
    ["an address in figures", "https://93.184.216.34/a"],
    ["one in other figures", "https://0x7f.1/a"],
    ["one as a number", "https://2130706433/a"],
    ["one of IPv6", "https://[2606:4700::1111]/a"],
    ["a mapped one", "https://[::ffff:127.0.0.1]/a"],
    ["loopback by name", "http://localhost:4001/a"],
    ["loopback of another port", "http://127.0.0.1:4009/a"],
    ["loopback without a port", "https://127.0.0.1/a"],
    ["another loopback", "http://127.0.0.2:4001/a"],
    ["a file", "file:///etc/passwd"],
    ["data", "data:image/jpeg;base64,AAAA"],
    ["no address", "photo.jpg"],
    ["nothing", ""],
  ])("is not: %s (%s)", (_, address) => {
    expect(mediaAddress(address, HOSTS)).toBeNull();
  });

  test("is not loopback by name where a name is listed", () => {
    expect(mediaAddress("https://localhost/a", ["localhost"])).toBeNull();
    expect(mediaAddress("http://127.0.0.1/a", ["127.0.0.1"])).toBeNull();
  });
});

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("what a picture is", () => {
  test.each([
    ["image/jpeg", bytes("\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF")],
    ["image/png", bytes("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR")],
    ["image/webp", bytes("RIFF\u0010\0\0\0WEBPVP8 ")],
    ["image/webp", bytes("RIFF\u0010\0\0\0WEBPVP8X")],
  ])("%s, by its content", (type, content) => {
    expect(imageType(content)).toBe(type);
  });

  test.each([
    ["nothing", bytes("")],
    ["a page", bytes("<!doctype html>")],
    ["a drawing", bytes("<svg xmlns=")],
    ["a GIF", bytes("GIF89a")],
    ["a film", bytes("RIFF\u0010\0\0\0AVI LIST")],
    ["an AVIF", bytes("\0\0\0\u001cftypavif")],
    ["a PNG that breaks off", bytes("\u0089PNG\r\n\u001a\n")],
    ["a page behind spaces", bytes("   \u00ff\u00d8\u00ff")],
  ])("%s is none", (_, content) => {
    expect(imageType(content)).toBeNull();
  });
});
