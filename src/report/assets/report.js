// SPDX-License-Identifier: MIT
// What is better with JavaScript: filters (kept in the address), buttons that copy, keys.
'use strict';
(function () {
	function filters() {
		const form = document.getElementById('filters');
		const table = document.getElementById('races');
		if (!form || !table) return;
		const rows = Array.from(table.tBodies[0].rows);
		const count = document.getElementById('count');
		const names = ['text', 'level', 'kind', 'cause', 'state', 'aside'];
		const field = (name) => form.elements[name];

		function read() {
			const said = new URLSearchParams(location.hash.slice(1));
			for (const name of names) {
				const at = field(name);
				if (!at) continue;
				if (at.type === 'checkbox') at.checked = said.get(name) === '1';
				else at.value = said.get(name) || '';
				if (at.tagName === 'SELECT' && at.selectedIndex < 0) at.value = '';
			}
		}
		function write() {
			const say = new URLSearchParams();
			for (const name of names) {
				const at = field(name);
				if (!at) continue;
				const value = at.type === 'checkbox' ? (at.checked ? '1' : '') : at.value;
				if (value) say.set(name, value);
			}
			const hash = '#' + say.toString();
			if (hash !== (location.hash || '#')) history.replaceState(null, '', hash);
		}
		function apply() {
			const text = field('text').value.trim().toLowerCase();
			let shown = 0;
			for (const row of rows) {
				const is = (name) => !field(name) || !field(name).value ||
					row.dataset[name] === field(name).value;
				const fits = is('level') && is('kind') && is('cause') && is('state') &&
					(!field('aside') || !field('aside').checked || row.dataset.aside !== '1') &&
					(!text || row.textContent.toLowerCase().includes(text));
				row.hidden = !fits;
				shown += fits;
			}
			count.textContent = shown === rows.length ? `${shown} races` : `${shown} of ${rows.length} races`;
		}
		form.hidden = false;
		form.addEventListener('input', () => { apply(); write(); });
		form.addEventListener('submit', (event) => event.preventDefault());
		form.addEventListener('reset', () => setTimeout(() => { apply(); write(); }));
		window.addEventListener('hashchange', () => { read(); apply(); });
		read();
		apply();
		for (const link of document.querySelectorAll('a[data-cause]')) {
			link.addEventListener('click', (event) => {
				event.preventDefault();
				form.reset();
				field('cause').value = link.dataset.cause;
				apply();
				write();
				document.getElementById('all').scrollIntoView();
				field('text').focus({ preventScroll: true });
			});
		}
	}

	function copies() {
		for (const button of document.querySelectorAll('button[data-copy]')) {
			button.hidden = false;
			button.addEventListener('click', async () => {
				const code = document.getElementById(button.dataset.copy);
				const before = button.textContent;
				let done = false;
				try {
					await navigator.clipboard.writeText(code.textContent);
					done = true;
				} catch (error) {
					getSelection().selectAllChildren(code);
					done = document.execCommand('copy');
				}
				button.textContent = done ? 'Copied' : 'Selected';
				setTimeout(() => { button.textContent = before; }, 1500);
			});
		}
	}

	// n and p: the next race and the one before; i: the index; /: the filter.
	function keys() {
		document.addEventListener('keydown', (event) => {
			if (event.ctrlKey || event.metaKey || event.altKey ||
			    /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
			const rel = { n: 'next', p: 'prev', i: 'index' }[event.key];
			const link = rel && document.querySelector(`a[rel=${rel}]`);
			if (link) link.click();
			const text = event.key === '/' && document.querySelector('#filters input');
			if (text) {
				event.preventDefault();
				text.focus();
			}
		});
	}

	filters();
	copies();
	keys();
})();
