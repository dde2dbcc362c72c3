import assert from "node:assert/strict";
import { test } from "node:test";

import { initializationOptions } from "../src/options";

const settings = { configuration: "", hints: true, options: {} };

test("what isn't set is not given", () => {
  assert.deepEqual(initializationOptions(settings, false), { hints: true, trusted: false });
});

test("keys of [tool.daft-lint] stand beside the settings, which win", () => {
  const given = initializationOptions(
    {
      configuration: "lint/pyproject.toml",
      hints: false,
      options: { select: ["DFT1"], trusted: true, hints: true },
    },
    false,
  );
  assert.deepEqual(given, {
    select: ["DFT1"],
    configuration: "lint/pyproject.toml",
    hints: false,
    trusted: false,
  });
});

test("only a trusted workspace has rules of its own loaded", () => {
  const own = { ...settings, options: { "extend-rules": ["my_rules"] } };
  assert.deepEqual(initializationOptions(own, true)["extend-rules"], ["my_rules"]);
  assert.equal("extend-rules" in initializationOptions(own, false), false);
});
