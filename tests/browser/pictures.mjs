// SPDX-License-Identifier: MIT
// Takes the pictures of an HTML report: pictures.mjs REPORT DIRECTORY PLAYWRIGHT CHROMIUM
import { createRequire } from 'module';
import fs from 'fs';

const [report, directory, playwright, executablePath] = process.argv.slice(2);
const { chromium } = createRequire(import.meta.url)(playwright);
const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox',
	'--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
const page = await (await browser.newContext({ viewport: { width: 1100, height: 860 } })).newPage();
const race = fs.readdirSync(report).find((name) => name.startsWith('race-'));
for (const [name, file] of [['race', race], ['source', 'source-1.html#L147']]) {
	await page.goto(`file://${report}/${file}`);
	await page.screenshot({ path: `${directory}/${name}.png` });
}
await browser.close();
