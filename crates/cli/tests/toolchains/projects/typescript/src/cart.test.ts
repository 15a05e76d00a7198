import { expect, test } from "vitest";
import { total } from "./cart.js";

test("adds", () => {
  expect(total([1, 2])).toBe(3);
});
