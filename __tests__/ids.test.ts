/** Ids by Node's hash and by the portable one, which a browser has. */
import fc from "fast-check";
import { validate, version } from "uuid";

type Ids = typeof import("../src/documents/ids.js");

/** The module as it loads with Node's hash, or as in a browser. */
async function load({ portable }: { portable: boolean }): Promise<Ids> {
  const builtin = jest.spyOn(process, "getBuiltinModule");
  if (portable) builtin.mockReturnValue(undefined as never);
  jest.resetModules();
  const ids = await import("../src/documents/ids.js");
  builtin.mockRestore();
  return ids;
}

test("the same ids with and without Node's hash", async () => {
  const native = await load({ portable: false });
  const portable = await load({ portable: true });
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (parts) => {
      const id = native.uuidOf(...parts);
      expect(portable.uuidOf(...parts)).toBe(id);
      expect(validate(id) && version(id)).toBe(5);
    })
  );
  // By another implementation of version 5.
  const known = "6d9b30e9-73f4-5327-80a2-81e1b7475f50";
  expect(native.uuidOf("guide.md", "Install", "Unpack it. 😀")).toBe(known);
  expect(native.uuidOf("\ud800")).toBe(portable.uuidOf("\ud800"));
});

test("strings are told apart by where one ends", async () => {
  const { uuidOf } = await load({ portable: false });
  expect(uuidOf("ab", "c")).not.toBe(uuidOf("a", "bc"));
  expect(uuidOf("a", "")).not.toBe(uuidOf("a"));
  expect(uuidOf("1:a")).not.toBe(uuidOf("", "a"));
});

test("two halves of surrogate pairs are no repeats of each other", async () => {
  for (const portable of [true, false]) {
    const { uuidOf } = await load({ portable });
    expect(uuidOf('const a = "\ud83d";')).not.toBe(
      uuidOf('const a = "\udc4d";')
    );
    expect(uuidOf("\ud83d")).not.toBe(uuidOf('"\\ud83d"'));
    expect(uuidOf("\ud83d")).not.toBe(uuidOf("\ufffd"));
  }
});
