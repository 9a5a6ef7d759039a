// SPDX-License-Identifier: MIT
// The HTML report in a real browser: pages open, links lead somewhere, filters filter and are
// kept in the address, nothing is said on the console, phones and dark mode are readable, keys
// work. Run by tests/browser/run, which names the report, the evil report, and playwright-core.
import { createRequire } from 'module';
import fs from 'fs';
import path from 'path';

const [report, evil, playwright, chromiumPath] = process.argv.slice(2);
const { chromium } = createRequire(import.meta.url)(playwright);
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking',
	'--disable-component-update', '--disable-sync'];
const browser = await chromium.launch({ executablePath: chromiumPath, args: FLAGS });
const pages = fs.readdirSync(report).filter((name) => name.endsWith('.html')).sort();
const url = (name, directory = report) => 'file://' + path.join(directory, name);
let passed = 0;
let failed = 0;

function check(what, condition, seen = '') {
	if (condition) passed++;
	else {
		failed++;
		console.log(`FAILED ${what} ${seen}`);
	}
}

async function open(options = {}) {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
	const page = await context.newPage();
	page.said = [];
	page.on('console', (message) => page.said.push(message.text()));
	page.on('pageerror', (error) => page.said.push(error.message));
	page.on('request', (request) => {
		if (!/^(file|data):/.test(request.url())) page.said.push('asks for ' + request.url());
	});
	page.on('dialog', (dialog) => { page.said.push('dialog'); dialog.dismiss(); });
	return page;
}

async function links() {
	const page = await open();
	const ids = {};
	for (const name of pages) {
		await page.goto(url(name));
		ids[name] = new Set(await page.$$eval('[id]', (all) => all.map((at) => at.id)));
		check(`${name} has one heading`, (await page.$$('h1')).length === 1);
		check(`${name} has a title`, (await page.title()).length > 0);
	}
	for (const name of pages) {
		await page.goto(url(name));
		const broken = (await page.$$eval('a[href]', (all) => all.map((at) => at.getAttribute('href'))))
			.filter((href) => {
				const [file, id] = href.split('#');
				const to = file || name;
				return !ids[to] || (id && !ids[to].has(id));
			});
		check(`links of ${name}`, broken.length === 0, broken.slice(0, 3).join(' '));
	}
	check('nothing on the console', page.said.length === 0, page.said.join('; '));
	await page.context().close();
}

async function filters() {
	const page = await open();
	const shown = () => page.$$eval('#races tbody tr', (rows) => rows.filter((row) => !row.hidden).length);
	await page.goto(url('index.html'));
	const all = await shown();
	const medium = (await page.$$('#races tbody tr[data-level=medium]')).length;
	const others = () => page.$$eval('#races tbody tr:not([hidden]):not([data-level=medium])',
		(rows) => rows.length);
	check('there are races', all > 5, all);
	await page.selectOption('select[name=level]', 'medium');
	check('the level filters', medium > 0 && await shown() === medium && await others() === 0,
		await shown());
	check('the level is in the address', page.url().endsWith('#level=medium'), page.url());
	await page.reload();
	check('the address filters', await shown() === medium &&
		await page.inputValue('select[name=level]') === 'medium');
	await page.click('button[type=reset]');
	await page.waitForFunction(() => location.hash.length < 2);
	check('all again', await shown() === all);
	await page.fill('input[name=text]', 'UPTIME');
	check('text filters', await shown() === 1);
	await page.fill('input[name=text]', '');
	await page.check('input[name=aside]');
	check('tests can be left out', await shown() === all - 1);
	await page.click('button[type=reset]');
	await page.click('a[data-cause]');
	check('a cause shows its races', await shown() === 2, await shown());
	await page.selectOption('select[name=state]', '');
	await page.goto(url('index.html') + '#state=ignored');
	check('what is ignored can be found', await shown() === 1, await shown());
	check('nothing on the console', page.said.length === 0, page.said.join('; '));
	await page.context().close();
}

async function race() {
	const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
	await page.goto(url('index.html'));
	await page.click('#races tbody tr td a[href^=race]');
	check('a race opens', /race-[0-9a-f]{16}\.html$/.test(page.url()), page.url());
	check('both sides', (await page.$$('.side')).length === 2);
	check('a picture', (await page.$$('svg.time circle')).length === 2);
	const words = (await page.$$eval('svg.time text', (all) => all.map((at) => at.textContent))).join('; ');
	check('the picture names threads', /(^|; )(main|thread \w+)(;|$)/.test(words), words);
	check('all accesses', (await page.$$('tr.races, tr.apart')).length >= 3);
	check('a repair', (await page.$$('.fix li')).length >= 1);
	await page.click('button[data-copy=copy-show]');
	await page.waitForFunction(() => document.querySelector('button[data-copy=copy-show]')
		.textContent.startsWith('Copied'));
	check('copied', (await page.evaluate(() => navigator.clipboard.readText())).startsWith('chequer show '));
	const first = page.url();
	await page.keyboard.press('n');
	await page.waitForURL((to) => to.href !== first);
	await page.keyboard.press('p');
	await page.waitForURL(first);
	await page.keyboard.press('i');
	await page.waitForURL(/index\.html$/);
	await page.keyboard.press('/');
	check('a key finds the filter', await page.evaluate(() => document.activeElement.name === 'text'));
	await page.goto(first);
	await page.keyboard.press('Tab');
	check('the first stop skips the head', await page.evaluate(() =>
		document.activeElement.className === 'skip'));
	check('nothing on the console', page.said.length === 0, page.said.join('; '));
	await page.context().close();
}

// The ratio of WCAG between text and what is behind it.
const contrast = () => {
	const parse = (text) => text.match(/[\d.]+/g).map(Number);
	const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
		.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
		.reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
	const behind = (at) => {
		for (; at; at = at.parentElement) {
			const colour = parse(getComputedStyle(at).backgroundColor);
			if (colour.length < 4 || colour[3] > 0) return colour;
		}
		return [255, 255, 255];
	};
	let worst = [99, ''];
	for (const at of document.querySelectorAll('body *')) {
		const own = Array.from(at.childNodes).some((n) => n.nodeType === 3 && n.data.trim());
		if (!own || at.closest('svg') || !at.getClientRects().length) continue;
		const [a, b] = [light(parse(getComputedStyle(at).color)), light(behind(at))];
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < worst[0]) worst = [ratio, `${at.tagName}.${at.className}`];
	}
	return worst;
};

async function looks() {
	for (const colorScheme of ['light', 'dark']) {
		const page = await open({ colorScheme });
		for (const name of pages) {
			await page.goto(url(name));
			const [ratio, where] = await page.evaluate(contrast);
			check(`${name} in ${colorScheme} has contrast`, ratio >= 4.5, `${ratio} ${where}`);
		}
		await page.context().close();
	}
	const phone = await open({ viewport: { width: 375, height: 700 }, hasTouch: true });
	for (const name of pages) {
		await phone.goto(url(name));
		const width = await phone.evaluate(() => document.documentElement.scrollWidth);
		check(`${name} fits a phone`, width <= 375, width);
	}
	await phone.context().close();
}

// Each line of a source has its own place, and its number is what links call it.
async function lines() {
	const page = await open();
	for (const name of pages.filter((file) => file.startsWith('source-'))) {
		await page.goto(url(name));
		const wrong = await page.$$eval('.source ol', (all) => all.flatMap((list) =>
			Array.from(list.children).filter((at, i) => at.id !== `L${list.start + i}` ||
				at.getBoundingClientRect().height < 10).map((at) => at.id)));
		check(`lines of ${name}`, wrong.length === 0, wrong.slice(0, 3).join(' '));
		check(`pieces of ${name} count by themselves`, (await page.$$eval('.source ol', (all) =>
			all.every((list) => getComputedStyle(list).contentVisibility === 'visible'))));
	}
	await page.context().close();
}

async function without_script() {
	const page = await open({ javaScriptEnabled: false });
	await page.goto(url('index.html'));
	check('no filters without a script', !await page.isVisible('#filters'));
	check('races without a script', await page.isVisible('#races tbody tr'));
	await page.click('#races tbody tr td a[href^=race]');
	check('links without a script', /race-/.test(page.url()));
	check('no buttons without a script', !await page.isVisible('button[data-copy]'));
	await page.context().close();
}

// A file whose name and text are markup.
async function escapes() {
	const page = await open();
	for (const name of fs.readdirSync(evil).filter((file) => file.endsWith('.html'))) {
		await page.goto(url(name, evil));
		check(`no markup in ${name}`, (await page.$$('img, marquee, script:not([src])')).length === 0);
	}
	check('nothing ran', page.said.length === 0, page.said.join('; '));
	await page.context().close();
}

for (const test of [links, filters, race, looks, lines, without_script, escapes]) {
	try {
		await test();
	} catch (error) {
		check(test.name, false, error.message.split('\n').slice(0, 4).join(' '));
	}
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
