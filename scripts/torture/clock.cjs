// Loaded before the command (node --require): the clock jumps. WAYPOST_TORTURE_CLOCK says when and how far:
// { at, by, swings }: from the look at the clock with this number on it is off by so many milliseconds, or,
// where it swings, at every second look.
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
