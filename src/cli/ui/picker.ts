// A prompt that searches while a person types, and hands over the hit they choose. Loaded only when it
// opens. Esc and Ctrl-D end it as Ctrl-C does: whoever waits for a choice must not take silence for one.
import { stripVTControlCharacters } from 'node:util';
import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isUpKey,
  useEffect,
  useKeypress,
  useMemo,
  useState,
} from '@inquirer/core';
import type { ChalkInstance } from 'chalk';
import type { Clock } from '../../lib/runtime';
import { asking, toStderr } from './asking';
import { shown } from './characters';
import { PromptInterrupted } from './interrupted';
import { LiveSearch, type SearchState, type Source } from './live-search';
import { drawPicker, type Face, type PickerTexts } from './picker-view';

/** What is picked from, and how it looks. */
export interface PickerOptions<T> {
  source: Source<T>;
  faceOf: (hit: T) => Face;
  texts: PickerTexts;
  /** Stands on the line from the beginning, and is searched for at once. */
  text: string;
  clock: Clock;
  colour: ChalkInstance;
  /** The lines that tell of a failed search; undefined where the error ends the picker. */
  explain: (error: unknown) => string[] | undefined;
}

/** How a picker ended: with a hit, with an error, or by the person. */
type End<T> = { hit: T } | { error: unknown } | undefined;

/** The line and its cursor, as they were when the last key had been pressed. */
interface Typed {
  line: string;
  cursor: number;
  /** Where the cursor is drawn, as the library reckons: rows are of a line that would be broken. */
  drawnAt: { rows: number; cols: number };
}

/** The part of a line editor that the prompt needs. */
interface Editor {
  line: string;
  write(text: string): void;
  on(event: string, listener: (...args: unknown[]) => void): void;
}

/** How long Esc may be the beginning of another key, in milliseconds. */
const escapeMs = 100;

/**
 * Lets a person pick. Throws PromptInterrupted where they picked nothing, and the error of a search that
 * nothing typed could mend.
 */
export async function pick<T>(options: PickerOptions<T>): Promise<T> {
  const end = await asking(() => openPicker(options));
  if (end === undefined) throw new PromptInterrupted();
  if ('error' in end) throw end.error;
  return end.hit;
}

function openPicker<T>(given: PickerOptions<T>): Promise<End<T>> {
  const { output } = toStderr;
  const prompt = createPrompt<End<T>, object>((_, done) => {
    const [, setFrame] = useState({});
    const redraw = () => setFrame({});
    const typed = useMemo<Typed>(
      () => ({ line: '', cursor: 0, drawnAt: { rows: 0, cols: 0 } }),
      [],
    );
    const search = useMemo(
      () => new LiveSearch<T>({ source: given.source, clock: given.clock, changed: redraw }),
      [],
    );
    const { state } = search;
    const failure = state.step === 'failed' ? given.explain(state.error) : [];

    useEffect((editor) => {
      prepare(editor, typed);
      const resized = () => {
        // What was drawn may take more lines now than the library knows of.
        output.write('\r\x1b[J');
        redraw();
      };
      output.on('resize', resized);
      editor.write(given.text);
      take(editor, typed);
      search.seek(typed.line, 0);
      return () => {
        output.off('resize', resized);
        search.stop();
        // The line was closed, by Ctrl-D or with the terminal; where there is an end already, it stands.
        done(undefined);
      };
    }, []);

    useEffect(() => {
      if (state.step === 'failed' && failure === undefined) done({ error: state.error });
    }, [state]);

    useKeypress((key, editor) => {
      if (isEnterKey(key)) {
        // The editor has taken the line for finished.
        if (editor.line === '') editor.write(typed.line);
        const hit = search.choose();
        if (hit !== undefined) return done({ hit });
      } else if (key.name === 'escape') {
        return done(undefined);
      } else if (isUpKey(key, ['emacs'])) {
        search.move(-1);
      } else if (isDownKey(key, ['emacs'])) {
        search.move(1);
      }
      take(editor, typed);
      search.seek(typed.line);
      redraw();
    });

    const columns = output.columns || 80;
    const picture = drawPicker(
      {
        texts: given.texts,
        line: typed.line,
        cursor: typed.cursor,
        state: facesOf(state, given.faceOf),
        failure: failure ?? [],
      },
      { columns, rows: output.rows || 24, colour: given.colour },
    );
    // The library counts code units where a terminal counts columns, and moves down one line for each
    // terminal's width of them; some marks and emoji have many units in few columns.
    const units = stripVTControlCharacters(picture.line).length;
    typed.drawnAt = { rows: Math.floor(units / columns), cols: picture.column };
    const line = units % columns === 0 ? `${picture.line} ` : picture.line;
    return [line, shown(picture.below.join('\n'))];
  });
  return prompt({}, { ...toStderr, clearPromptOnDone: true });
}

/** Makes the line editor one for a search: no history, no stopping in raw mode, and a quick Esc. */
function prepare(editor: Editor, typed: Typed): void {
  editor.on('history', (lines) => void (Array.isArray(lines) && lines.splice(0)));
  editor.on('SIGTSTP', () => {});
  Object.assign(editor, {
    escapeCodeTimeout: escapeMs,
    // The library takes the whole line to be drawn; of a long one only a part is.
    getCursorPos: () => typed.drawnAt,
  });
}

function take(editor: Editor, typed: Typed): void {
  typed.line = editor.line;
  typed.cursor =
    'cursor' in editor && typeof editor.cursor === 'number' ? editor.cursor : editor.line.length;
}

function facesOf<T>(state: SearchState<T>, faceOf: (hit: T) => Face): SearchState<Face> {
  if (state.step === 'found') return { ...state, hits: state.hits.map(faceOf) };
  if (state.step === 'searching') return { ...state, outdated: state.outdated.map(faceOf) };
  return state;
}
