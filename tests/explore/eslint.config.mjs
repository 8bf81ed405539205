// What the scripts of the explorer page are held to; needs nothing but eslint itself.

const browser = [
  "document", "window", "location", "localStorage", "history", "matchMedia", "performance", "setTimeout", "clearTimeout", "devicePixelRatio",
  "addEventListener", "getComputedStyle", "MutationObserver", "ResizeObserver", "requestAnimationFrame", "cancelAnimationFrame",
];

export default [
  {
    languageOptions: { globals: Object.fromEntries(browser.map((name) => [name, "readonly"])) },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "error",
      "no-unused-vars": "error",
      "no-shadow": "error",
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-unreachable": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "max-lines": ["error", 200],
      // Names come from files: text is set as text, never as markup.
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML", "write"].map((property) => ({ property })),
      ],
    },
  },
];
