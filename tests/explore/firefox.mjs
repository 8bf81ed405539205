// node firefox.mjs PROGRAM URL SCRIPT: opens the page in Firefox by WebDriver BiDi, waits until it has played for a
// while, runs the keys that SCRIPT lists, and prints what the page then says, as JSON; and what cannot be read of it.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = execFileSync("npm", ["root", "--global"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
const puppeteer = createRequire(join(root, "puppeteer-core", "package.json"))("puppeteer-core");
const [program, url, keys] = process.argv.slice(2);
const SIZES = [[1280, 720], [1920, 1080], [390, 844]];
const legible = readFileSync(new URL("legible.js", import.meta.url), "utf8").replace(/^.*\n/, "");
const browser = await puppeteer.launch({ browser: "firefox", executablePath: program, headless: true });
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 720 });
  const problems = [];
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(url);
  const says = () =>
    page.evaluate(() => ({
      title: document.getElementById("title").textContent,
      pass: document.getElementById("pass-label").textContent,
      step: document.getElementById("step-label").textContent,
      narration: document.getElementById("narration").textContent,
      rows: document.querySelector("#rows canvas").getAttribute("aria-label").split("; "),
      weights: [...document.querySelectorAll("#weight-list .weight")].map((row) => row.dataset.exact),
      wide: document.documentElement.scrollWidth,
    }));
  const moments = [];
  for (let tries = 0; tries < 200 && (await says()).rows.length < 2; tries++) await new Promise((r) => setTimeout(r, 100));
  moments.push(await says());
  for (const key of JSON.parse(keys)) {
    await page.keyboard.press(key);
    moments.push(await says());
  }
  const faults = [];
  for (const [width, height] of SIZES) {
    await page.setViewport({ width, height });
    await new Promise((r) => setTimeout(r, 300));
    faults.push(...(await page.evaluate(`(${legible.trim()})()`)));
  }
  console.log(JSON.stringify({ moments, problems, faults }));
} finally {
  await browser.close();
}
