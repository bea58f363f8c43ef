// The dashboard's script, for copy buttons and the live log. Every page also works without the script. The sandbox
// serves the script as a file, because the pages' headers do not allow inline scripts.

export const dashboardScriptPath = '/dashboard/script.js';

const script = `'use strict';
const heard = document.createElement('p');
heard.className = 'unseen';
heard.setAttribute('role', 'status');
document.body.append(heard);

for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = 'Copied';
      heard.textContent = 'Copied';
    } catch {
      // The browser denies access to the clipboard if the page does not have permission, or if the page comes from
      // another host over plain HTTP. In both cases, the script selects the value so that the user can copy it.
      const folded = field.closest('details');
      if (folded) folded.open = true;
      field.focus();
      field.select();
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => {
      button.textContent = label;
      heard.textContent = '';
    }, 2000);
  });
}

const live = document.getElementById('live');
const toggle = document.getElementById('live-toggle');
if (live && toggle) {
  const state = document.getElementById('live-state');
  const refresh = document.getElementById('live-refresh');
  const interval = 2000;
  let paused = false;
  let timer;
  // The Pause and Resume buttons increase this number, so that the script ignores responses to earlier requests.
  let run = 0;

  const say = (text) => {
    if (state.textContent !== text) state.textContent = text;
  };

  /** Replaces the entries on the page. Keeps the focus and the scroll position. */
  const show = (next) => {
    const link = live.contains(document.activeElement)
      ? document.activeElement.getAttribute('href')
      : null;
    const left = live.querySelector('.wide')?.scrollLeft ?? 0;
    live.replaceChildren(...next.childNodes);
    const box = live.querySelector('.wide');
    if (box) box.scrollLeft = left;
    if (link !== null) {
      const same = [...live.querySelectorAll('a')].find((one) => one.getAttribute('href') === link);
      (same ?? box)?.focus({ preventScroll: true });
    }
  };

  const update = async () => {
    const mine = run;
    if (!document.hidden) {
      try {
        const response = await fetch(location.href, {
          headers: { Accept: 'text/html' },
          signal: AbortSignal.timeout(10000),
        });
        if (response.status === 404) {
          toggle.hidden = true;
          say('This key no longer exists.');
          return;
        }
        const text = await response.text();
        const next = new DOMParser().parseFromString(text, 'text/html').getElementById('live');
        if (!next) throw new Error('not a log');
        if (mine !== run) return;
        if (next.innerHTML !== live.innerHTML) show(next);
        say('Live');
      } catch {
        if (mine !== run) return;
        say('No connection. Trying again…');
      }
    }
    timer = setTimeout(update, interval);
  };

  toggle.addEventListener('click', () => {
    paused = !paused;
    run += 1;
    toggle.textContent = paused ? 'Resume' : 'Pause';
    say(paused ? 'Paused' : 'Live');
    clearTimeout(timer);
    if (!paused) update();
  });
  toggle.hidden = false;
  if (refresh) refresh.hidden = true;
  say('Live');
  timer = setTimeout(update, interval);
}
`;

export function dashboardScript(): Response {
  return new Response(script, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
