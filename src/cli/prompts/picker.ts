// A prompt that searches while the user types, and returns the hit that the user chooses. Esc and Ctrl-D interrupt
// waypost like Ctrl-C, so that a script never treats a canceled picker as a success. If the picker shows an error, Esc
// ends waypost with this error. waypost loads this module only when it opens a picker.
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
import type { Clock } from '../../lib/runtime';
import type { Colors } from '../output/color';
import { printable } from '../output/printable';
import { ask, type PromptContext } from './asking';
import { PromptInterrupted } from './interrupted';
import { LiveSearch, type SearchFunction, type SearchState } from './live-search';
import { drawPicker, type HitLabel, type PickerTexts } from './picker-view';

export interface PickerOptions<T> {
  source: SearchFunction<T>;
  labelOf: (hit: T) => HitLabel;
  texts: PickerTexts;
  /** The initial text of the input line. The picker searches for this text immediately. */
  text: string;
  clock: Clock;
  color: Colors;
  /** Returns the message to show after a failed search, or undefined to end the picker with the error. */
  explain: (error: unknown) => string[] | undefined;
}

/** The outcome of a picker: a hit, an error, or undefined if the user canceled the picker. */
type PickerOutcome<T> = { hit: T } | { error: unknown } | undefined;

/** The input line and its cursor after the last key. */
interface Typed {
  line: string;
  cursor: number;
  /** The cursor position in the prompt library's coordinates, which assume that a long line wraps. */
  drawnAt: { rows: number; cols: number };
}

/** The methods of Node's line editor that the picker needs. */
interface Editor {
  line: string;
  write(text: string): void;
  on(event: string, listener: (...args: unknown[]) => void): void;
}

/** The time in milliseconds after Esc during which the terminal might send the rest of an escape sequence. */
const escapeMs = 100;

/**
 * Returns the hit that the user picks. Throws PromptInterrupted if the user cancels the picker. Throws the error of a
 * failed search if every search term would cause the same error, or if the user presses Esc after the failure.
 */
export async function openPicker<T>(options: PickerOptions<T>): Promise<T> {
  const outcome = await ask((context) => showPicker(options, context));
  if (outcome === undefined) throw new PromptInterrupted();
  if ('error' in outcome) throw outcome.error;
  return outcome.hit;
}

function showPicker<T>(
  options: PickerOptions<T>,
  context: PromptContext,
): Promise<PickerOutcome<T>> {
  const { source, clock, texts, color } = options;
  const { output } = context;
  const prompt = createPrompt<PickerOutcome<T>, object>((_, done) => {
    const [, setFrame] = useState({});
    const redraw = () => setFrame({});
    const typed = useMemo<Typed>(
      () => ({ line: '', cursor: 0, drawnAt: { rows: 0, cols: 0 } }),
      [],
    );
    const search = useMemo(() => new LiveSearch<T>({ source, clock, changed: redraw }), []);
    const { state } = search;
    const failure = state.step === 'failed' ? options.explain(state.error) : [];

    useEffect((editor) => {
      prepareEditor(editor, typed);
      const resized = () => {
        // After a resize, the drawing might take more lines than the prompt library assumes.
        output.write('\r\x1b[J');
        redraw();
      };
      output.on('resize', resized);
      editor.write(options.text);
      take(editor, typed);
      search.seek(typed.line, 0);
      return () => {
        output.off('resize', resized);
        search.stop();
        // If the user presses Ctrl-D or closes the terminal, the input ends, and this call cancels the picker. If the
        // picker has already ended, this call has no effect.
        done(undefined);
      };
    }, []);

    useEffect(() => {
      if (state.step === 'failed' && failure === undefined) done({ error: state.error });
    }, [state]);

    useKeypress((key, editor) => {
      if (isEnterKey(key)) {
        // The line editor clears its line on Enter, so this code restores the text.
        if (editor.line === '') editor.write(typed.line);
        const hit = search.choose();
        if (hit !== undefined) return done({ hit });
      } else if (key.name === 'escape') {
        return done(state.step === 'failed' ? { error: state.error } : undefined);
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
        texts,
        line: typed.line,
        cursor: typed.cursor,
        state: labelsOf(state, options.labelOf),
        failure: failure ?? [],
      },
      { columns, rows: output.rows || 24, color },
    );
    // The prompt library measures the cursor position in code units, but a terminal measures the position in columns.
    // For example, an emoji can have many code units but takes two columns. If the number of code units exceeds the
    // width of the terminal, the library also assumes that the line wraps.
    const drawn = printable(picture.line);
    const units = stripVTControlCharacters(drawn).length;
    typed.drawnAt = { rows: Math.floor(units / columns), cols: picture.column };
    const line = units % columns === 0 ? `${drawn} ` : drawn;
    return [line, printable(picture.below.join('\n'))];
  });
  return prompt({}, { ...context, clearPromptOnDone: true });
}

/** Prepares the line editor for a search: turns off the history and Ctrl-Z, and shortens the delay after Esc. */
function prepareEditor(editor: Editor, typed: Typed): void {
  editor.on('history', (lines) => void (Array.isArray(lines) && lines.splice(0)));
  editor.on('SIGTSTP', () => {});
  Object.assign(editor, {
    escapeCodeTimeout: escapeMs,
    // The prompt library assumes that the complete line is visible, but the picker shows only a part of a long line.
    getCursorPos: () => typed.drawnAt,
  });
}

function take(editor: Editor, typed: Typed): void {
  typed.line = editor.line;
  typed.cursor =
    'cursor' in editor && typeof editor.cursor === 'number' ? editor.cursor : editor.line.length;
}

function labelsOf<T>(state: SearchState<T>, faceOf: (hit: T) => HitLabel): SearchState<HitLabel> {
  if (state.step === 'found') return { ...state, hits: state.hits.map(faceOf) };
  if (state.step === 'searching') return { ...state, outdated: state.outdated.map(faceOf) };
  return state;
}
