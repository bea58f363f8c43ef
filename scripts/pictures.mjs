// Draws docs/img from the real output of the commands: they run in a pseudo-terminal against a sandbox,
// a terminal emulator reads what they wrote, and its cells become an SVG. Needs script(1) of util-linux.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import emulator from '@xterm/headless';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const entry = join(root, 'bin/waypost.js');
const images = join(root, 'docs/img');
const columns = 88;
const rows = 60;
const day = 86_400_000;

const sandbox = spawn(
  process.execPath,
  [entry, 'sandbox', 'start', '--memory', '--port', '0', '--no-rate-limit', '--json'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const { url } = JSON.parse(await firstLine(sandbox.stdout));
  const { origin } = new URL(url);
  const control = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const sent = { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${origin}/_sandbox${path}`, sent);
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  // A fixed day, so that the chart changes only where the command does.
  const now = Date.parse('2026-03-20T12:00:00Z');
  await control('POST', '/clock', { now: new Date(now).toISOString() });
  const { key, user_token } = await control('POST', '/keys', {});
  await control('PATCH', `/keys/${key}`, { sublicensing: true });
  for (let age = 60; age >= 0; age -= 1) {
    const start = Math.floor(now / day) * day - age * day;
    const weekend = [0, 6].includes(new Date(start).getUTCDay());
    const wave = 1 + 0.4 * Math.sin(age / 5) + ((age * 7919) % 13) / 20;
    const count = Math.round((weekend ? 60 : 210) * wave * (1 + (60 - age) / 80));
    await control('POST', `/keys/${key}/lookups`, {
      count,
      start: new Date(start).toISOString(),
      end: new Date(start + day - 1).toISOString(),
    });
  }
  const env = {
    PATH: process.env.PATH,
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    SHELL: '/bin/sh',
    HOME: '/nonexistent',
    WAYPOST_BASE_URL: url,
    WAYPOST_API_KEY: key,
    WAYPOST_USER_TOKEN: user_token,
  };
  for (const [name, limit] of [
    ['Blue Door Deliveries', 500],
    ['Northern Parcel Cooperative', 'none'],
    ['Harbour Pharmacy', 1200],
    ['Stadtwerke Musterstadt', 'none'],
  ]) {
    await shown(['licensees', 'create', '--name', name, '--daily-limit', String(limit)], env);
  }
  // A key for sublicensing takes no lookup without a licensee, so lookups are made with one of their own.
  const plain = await control('POST', '/keys', {});
  const lookups = { WAYPOST_API_KEY: plain.key, WAYPOST_USER_TOKEN: plain.user_token };
  await mkdir(images, { recursive: true });
  for (const [file, words, own = {}] of [
    ['keys-usage', ['keys', 'usage', '--start', '2026-02-27', '--end', '2026-03-20']],
    ['licensees-list', ['licensees', 'list']],
    ['places-resolve', ['places', 'resolve', 'geonames_2950159'], lookups],
  ]) {
    const picture = svg(`waypost ${words.join(' ')}`, await shown(words, { ...env, ...own }));
    await writeFile(join(images, `${file}.svg`), picture);
    console.log(`docs/img/${file}.svg`);
  }
  await control('PATCH', `/keys/${key}`, { sublicensing: false });
  const picking = ['places', 'search', 'united'];
  const picker = await shown(picking, env, /Enter resolves/);
  await writeFile(join(images, 'places-picker.svg'), svg(`waypost ${picking.join(' ')}`, picker));
  console.log('docs/img/places-picker.svg');
  await drawExport(control, env);
} finally {
  sandbox.kill();
}

/** An export under way: the line that moves, as it stands when two thirds have come. */
async function drawExport(control, env) {
  const { key, user_token } = await control('POST', '/keys', {});
  await control('POST', `/keys/${key}/lookups`, {
    count: 2_000_000,
    start: '2026-02-27T00:00:00Z',
    end: '2026-03-20T12:00:00Z',
    tags: ['web', 'checkout'],
  });
  const words = ['lookups', 'export', '--start', '2026-02-27', '--end', '2026-03-20'];
  words.push('-o', 'march.parquet');
  const folder = await mkdtemp(join(tmpdir(), 'waypost-picture-'));
  const ofKey = { ...env, WAYPOST_API_KEY: key, WAYPOST_USER_TOKEN: user_token };
  try {
    const lines = await shown(words, ofKey, /\b6[5-9] % · \d+:\d\d left/, folder);
    await writeFile(join(images, 'lookups-export.svg'), svg(`waypost ${words.join(' ')}`, lines));
    console.log('docs/img/lookups-export.svg');
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function firstLine(stream) {
  for await (const line of createInterface(stream)) return line;
  throw new Error('the sandbox did not start');
}

/**
 * Runs a command in a terminal; the lines of its screen as runs of cells that look alike. With `until` it
 * is interrupted once the screen shows that.
 */
async function shown(words, env, until, cwd) {
  const screen = new emulator.Terminal({ cols: columns, rows, allowProposedApi: true });
  const quoted = [process.execPath, entry, ...words].map((word) => `'${word}'`).join(' ');
  const line = `stty cols ${columns} rows ${rows}; ${quoted}`;
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    env,
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let reached;
  const look = () => {
    if (reached !== undefined || !until?.test(JSON.stringify(linesOf(screen)))) return;
    reached = linesOf(screen);
    child.stdin.write('\x03');
  };
  child.stdout.on('data', (chunk) => screen.write(chunk, look));
  const status = await new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve) => screen.write('', resolve));
  const lines = reached ?? linesOf(screen);
  if (status !== (until ? 130 : 0)) throw new Error(`${words.join(' ')}: ${JSON.stringify(lines)}`);
  return lines;
}

function linesOf({ buffer: { active } }) {
  const lines = Array.from({ length: active.length }, (_, index) => runsOf(active.getLine(index)));
  while (lines.length > 0 && lines.at(-1).every(({ text }) => text.trim() === '')) lines.pop();
  return lines;
}

function runsOf(line) {
  const runs = [];
  for (let at = 0; at < line.length; at += 1) {
    const cell = line.getCell(at);
    if (cell.getWidth() === 0) continue;
    const look = JSON.stringify({
      colour: cell.isFgPalette() ? cell.getFgColor() : null,
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
    });
    const last = runs.at(-1);
    if (last?.look === look) last.text += cell.getChars() || ' ';
    else runs.push({ look, at, text: cell.getChars() || ' ' });
  }
  return runs;
}

/** The screen as an SVG that reads on light and dark pages: it brings its own background. */
function svg(command, lines) {
  const cell = { width: 8.4, height: 18 };
  const palette = {
    1: '#ff7b72',
    2: '#7ee787',
    3: '#e3b341',
    4: '#79a8ff',
    5: '#d2a8ff',
    6: '#56d4dd',
  };
  const escaped = (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const left = (at) => (16 + at * cell.width).toFixed(1);
  const drawn = ({ look, at, text }, row) => {
    const { colour, bold, dim } = JSON.parse(look);
    const style = [
      `fill="${palette[colour] ?? '#d6dde6'}"`,
      ...(bold ? ['font-weight="bold"'] : []),
      ...(dim ? ['opacity="0.6"'] : []),
    ].join(' ');
    const top = 16 + row * cell.height;
    // Bars are drawn as what they are, everything else word by word at its own place and length, so
    // that the picture does not depend on the reader's font.
    return [...text.matchAll(/[▁-█]+|[^\s▁-█]+(?: [^\s▁-█]+)*/g)].map(({ 0: found, index }) => {
      const x = at + index;
      if (!/[▁-█]/.test(found)) {
        const length = (found.length * cell.width).toFixed(1);
        return `<text x="${left(x)}" y="${top + 13}" textLength="${length}" ${style}>${escaped(found)}</text>`;
      }
      return [...found]
        .map((block, offset) => {
          const height = ((block.codePointAt(0) - 0x2580) / 8) * cell.height;
          return `<rect x="${left(x + offset)}" y="${(top + cell.height - height).toFixed(2)}" width="${cell.width}" height="${height.toFixed(2)}" ${style}/>`;
        })
        .join('');
    });
  };
  const prompt = [
    { look: '{"colour":2}', at: 0, text: '$' },
    { look: '{}', at: 2, text: command },
  ];
  const all = [prompt, [], ...lines];
  const width = Math.ceil(32 + columns * cell.width);
  const height = 32 + all.length * cell.height;
  const texts = all.flatMap((runs, row) => runs.flatMap((each) => drawn(each, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Output of ${escaped(command)}">
<rect width="100%" height="100%" rx="8" fill="#10151c"/>
<g shape-rendering="crispEdges" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
${texts.join('\n')}
</g>
</svg>
`;
}
