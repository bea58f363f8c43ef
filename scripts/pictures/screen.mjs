// The screen of a command as a picture: it runs in a pseudo-terminal, a terminal emulator reads its output,
// and the cells become an SVG. Needs script(1) of util-linux.
import { spawn } from 'node:child_process';
import emulator from '@xterm/headless';
import { entry } from './sandbox.mjs';

const columns = 88;
const rows = 60;

/**
 * Runs a command in a terminal; returns the lines of its screen as runs of cells with the same style. With
 * `until` it is interrupted once the screen matches.
 */
export async function shown(words, env, until, cwd) {
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
      color: cell.isFgPalette() ? cell.getFgColor() : null,
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
    });
    const last = runs.at(-1);
    if (last?.look === look) last.text += cell.getChars() || ' ';
    else runs.push({ look, at, text: cell.getChars() || ' ' });
  }
  return runs;
}

/** The screen as an SVG for light and dark pages: it has its own background. */
export function svg(command, lines) {
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
    const { color, bold, dim } = JSON.parse(look);
    const style = [
      `fill="${palette[color] ?? '#d6dde6'}"`,
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
    { look: '{"color":2}', at: 0, text: '$' },
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
