// node playground.mjs chrome|firefox PROGRAM URL: types into the page as a visitor does, and prints what it answers, as JSON.

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = execFileSync("npm", ["root", "--global"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
const puppeteer = createRequire(join(root, "puppeteer-core", "package.json"))("puppeteer-core");
const [name, program, url] = process.argv.slice(2);
const args = name === "chrome" ? ["--no-sandbox", "--disable-dev-shm-usage"] : [];
const browser = await puppeteer.launch({ browser: name, executablePath: program, headless: true, args });
const problems = [], asked = [], answers = [];
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 720 });
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(url);
  const answered = async () => {
    await page.waitForFunction(() => document.getElementById("state").textContent.startsWith("done"), { timeout: 150_000 });
    answers.push(await page.evaluate(() => ({
      text: document.getElementById("verdict").textContent,
      kind: document.getElementById("verdict").className,
      page: document.getElementById("page").srcdoc.length,
      wide: document.documentElement.scrollWidth,
      seen: document.getElementById("check").getBoundingClientRect().bottom <= innerHeight,
    })));
  };
  const check = async (kind, change) => {
    await page.click(`[data-kind=${kind}]`);
    await page.evaluate((written) => { if (written !== null) document.getElementById("text").value = written; }, change);
    await page.focus("#text");
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    await answered();
  };
  await answered();
  const toml = await page.evaluate(async () => (await (await fetch("samples.json")).json()).texts.toml);
  await check("toml", toml);
  await check("toml", toml.replace('"-4"', '"-5"'));
  await check("toml", "gadget = ");
  await check("circuit", "counter:3");
  await page.setViewport({ width: 390, height: 844 });
  answers.at(-1).narrow = await page.evaluate(() => document.documentElement.scrollWidth);
  console.log(JSON.stringify({ answers, problems, asked }));
} finally {
  await browser.close();
}
