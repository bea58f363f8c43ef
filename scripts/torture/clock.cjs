// Node.js loads this module before the command (node --require). The module makes the clock jump. The JSON in
// WAYPOST_TORTURE_CLOCK is { at, by, swings }. Starting with the reading with number `at`, the clock is wrong by `by`
// milliseconds. If `swings` is true, readings with an even number are correct.
'use strict';
const { at, by, swings } = JSON.parse(process.env.WAYPOST_TORTURE_CLOCK);
const RealDate = Date;
let looks = 0;

function now() {
  looks += 1;
  return RealDate.now() + (looks >= at && !(swings && looks % 2 === 0) ? by : 0);
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words, newTarget) =>
    Reflect.construct(target, words.length === 0 ? [now()] : words, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
