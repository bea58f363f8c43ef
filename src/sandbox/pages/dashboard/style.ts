// The dashboard's style sheet, which extends the other pages' style with a wider frame, tables and a chart.
import { style } from '../style';

export const dashboardStyle = `${style}
body { padding-top: 1.25rem; }
header, main, footer { max-width: 72rem; }
main { background: none; border: 0; border-radius: 0; padding: 0; box-shadow: none; }
main:focus { outline: none; }
header { flex-wrap: wrap; gap: .5rem 1.5rem; margin-bottom: 1.75rem; }
.brand {
  display: flex;
  align-items: center;
  gap: .6rem;
  color: inherit;
  text-decoration: none;
  border-radius: .375rem;
}
nav { display: flex; gap: .25rem; flex-wrap: wrap; }
header nav a, .ranges a {
  padding: .3rem .7rem;
  border-radius: .5rem;
  color: var(--soft);
  text-decoration: none;
  font-weight: 550;
  font-size: .9375rem;
}
:is(header nav a, .ranges a):is(:hover, [aria-current]) { background: var(--wash); color: var(--accent); }
.ranges { align-items: center; }
.ranges .soft { margin-right: .35rem; }
.ranges a { font-size: .8125rem; padding-inline: .6rem; }
header .now { font-variant-numeric: tabular-nums; }
a { color: var(--accent); text-underline-offset: .2em; }
main > p, .top > a, .foot { font-size: .9375rem; }
.wide a { text-decoration-color: color-mix(in srgb, currentColor 40%, transparent); }
.wide a:hover { text-decoration-color: currentColor; }
.skip {
  position: absolute;
  left: 1rem;
  top: -4rem;
  background: var(--card);
  padding: .5rem 1rem;
  border-radius: .5rem;
  z-index: 1;
}
.skip:focus { top: .5rem; }
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  padding: 0;
  border: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
td bdi, th bdi {
  display: inline-block;
  max-width: min(16rem, 50vw);
  overflow: hidden;
  text-overflow: ellipsis;
  vertical-align: bottom;
}
h1, h2, h3, dd, li, summary, .soft, .notice, .problem { overflow-wrap: anywhere; min-width: 0; }
h1 { margin-bottom: .25rem; }
h2 { margin: 0 0 1rem; font-size: 1.0625rem; line-height: 1.35; }
h3 { margin: 0 0 .75rem; font-size: .9375rem; }
h1 + .soft { margin-bottom: 1.25rem; }
.head { display: flex; flex-wrap: wrap; gap: .35rem .9rem; align-items: center; }
.head h1 { margin: 0; }
.head + .soft { margin: .25rem 0 1rem; }
.beside {
  display: flex;
  flex-wrap: wrap;
  gap: .35rem .9rem;
  align-items: center;
  position: relative;
  font-size: .9375rem;
}
.tabs { border-bottom: 1px solid var(--edge); gap: .4rem 1.35rem; margin-bottom: 1.25rem; }
.tabs a {
  padding: .5rem 0;
  margin-bottom: -1px;
  border-bottom: 2px solid transparent;
  color: var(--soft);
  text-decoration: none;
  font-weight: 550;
  font-size: .9375rem;
}
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { color: var(--accent); border-color: var(--accent); }
.card {
  background: var(--card); border: 1px solid var(--edge); border-radius: .75rem; padding: 1.25rem 1.4rem;
  margin-bottom: 1.25rem; box-shadow: 0 1px 2px rgb(0 0 0 / .04); min-width: 0;
}
.card > :last-child, .card form:last-child, .card > details { margin-bottom: 0; }
.card > details { margin-top: 0; }
.card > details:not([open]) h2 { margin: 0; }
.narrow { max-width: 36rem; margin-inline: auto; }
.top {
  display: flex;
  flex-wrap: wrap;
  gap: .5rem 1rem;
  align-items: center;
  justify-content: space-between;
  margin-bottom: 1rem;
}
.top > div { min-width: 0; }
.top h2 { margin: 0; }
.soft, small { color: var(--soft); font-size: .875rem; }
.pair {
  display: grid;
  gap: 0 1.25rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  align-items: start;
}
.tiles {
  display: grid;
  gap: 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  margin: 0 0 1.25rem;
}
.tiles > div {
  background: var(--card);
  border: 1px solid var(--edge);
  border-radius: .75rem;
  padding: 1rem 1.2rem;
  min-width: 0;
}
.tiles dt, .facts dt { font-size: .8125rem; color: var(--soft); }
.tiles dd {
  margin: 0;
  font-size: 1.5rem;
  font-weight: 650;
  letter-spacing: -.01em;
  font-variant-numeric: tabular-nums;
  line-height: 1.35;
}
.tiles dd small { display: block; font-weight: 400; letter-spacing: 0; line-height: 1.4; }
.facts { margin: 0; }
.facts > div {
  display: grid;
  grid-template-columns: minmax(6rem, 10rem) minmax(0, 1fr);
  gap: 1rem;
  padding: .55rem 0;
  border-top: 1px solid var(--edge);
}
.facts dd { margin: 0; font-size: .9375rem; }
.facts dt { padding-top: .1rem; }
.state { white-space: nowrap; }
.state::before {
  content: "";
  display: inline-block;
  box-sizing: border-box;
  width: .6rem;
  height: .6rem;
  margin-right: .45rem;
  border-radius: 50%;
  background: var(--accent);
}
.state.off::before { background: none; border: 2.5px solid var(--bad); }
.state.off { color: var(--bad); }
.notice {
  background: var(--wash);
  color: var(--accent);
  font-weight: 550;
  border-radius: .5rem;
  padding: .6rem 1rem;
}
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
th, td {
  text-align: left;
  padding: .55rem .9rem .55rem 0;
  border-bottom: 1px solid var(--edge);
  vertical-align: baseline;
}
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--soft); font-weight: 550; white-space: nowrap; font-size: .8125rem; }
tbody th { font-weight: 550; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
/* A table's box has a shadow at an edge if the table continues beyond the edge. The shadows do not scroll. At the end
   of the table, a background that scrolls with the table covers the shadow. */
.wide {
  --shadow: rgb(0 0 0 / .22); position: relative; overflow-x: auto; border-radius: .25rem;
  background:
    linear-gradient(to right, var(--card) 1rem, transparent) left / 2rem 100% no-repeat local,
    linear-gradient(to left, var(--card) 1rem, transparent) right / 2rem 100% no-repeat local,
    linear-gradient(to right, var(--shadow), transparent) left / .8rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shadow), transparent) right / .8rem 100% no-repeat scroll;
}
@media (prefers-color-scheme: dark) { .wide { --shadow: rgb(255 255 255 / .2); } }
.wide.tall { max-height: 22rem; overflow-y: auto; max-width: 24rem; }
.wide :is(td, th) { white-space: nowrap; max-width: 18rem; overflow: hidden; text-overflow: ellipsis; }
.wide :is(td, th).number { padding-right: 1.25rem; }
.wide .end { text-align: right; padding-right: .25rem; }
.wide td .one { margin: 0; }
.time { font-variant-numeric: tabular-nums; }
.keys { table-layout: fixed; min-width: 34rem; }
.log { font-size: .8125rem; }
.foot {
  display: flex;
  flex-wrap: wrap;
  gap: .5rem 1rem;
  justify-content: space-between;
  align-items: baseline;
  padding-top: .9rem;
  border-top: 1px solid var(--edge);
}
.pages { gap: .25rem 1.1rem; font-size: .9375rem; }
.wide + .pages { padding-top: .9rem; }
figure { margin: 0; }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .75rem; }
.scale {
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  height: 188px;
  text-align: right;
  font-size: 12px;
  line-height: 16px;
  color: var(--soft);
  font-variant-numeric: tabular-nums;
}
.chart { display: block; overflow: visible; }
.chart text { font-size: 12px; fill: var(--soft); font-variant-numeric: tabular-nums; }
@media (max-width: 26rem) { .chart .between { display: none; } }
.chart line { stroke: var(--edge); }
.chart .bar { fill: var(--accent); }
.chart .hit { fill: transparent; }
.chart g:hover .hit { fill: var(--wash); }
details { margin: .5rem 0; }
summary {
  cursor: pointer;
  font-weight: 550;
  font-size: .875rem;
  color: var(--accent);
  width: fit-content;
  border-radius: .25rem;
}
summary h2 { display: inline; font-size: .9375rem; font-weight: 550; }
details[open] > summary { margin-bottom: .75rem; }
.danger { margin-bottom: .75rem; }
.danger summary { color: var(--soft); }
.field { min-width: 0; }
.row > .field:only-child { max-width: 24rem; }
.field > small { display: block; margin-top: .3rem; }
.filter { grid-template-columns: repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr)); }
.tick { display: flex; gap: .65rem; align-items: baseline; }
.tick input { width: 1.05rem; height: 1.05rem; flex: none; accent-color: var(--accent); translate: 0 .15rem; }
.tick label { margin-bottom: 0; }
.tick small { display: block; }
input, select { min-height: 2.5rem; font-size: .9375rem; padding-block: .4rem; }
.tick input { min-height: 0; padding: 0; }
textarea, select {
  width: 100%; font: inherit; font-size: .9375rem; color: inherit; background: var(--card); padding: .4rem .75rem;
  border: 1px solid var(--line); border-radius: .5rem;
}
textarea { resize: vertical; display: block; padding-block: .55rem; }
textarea[aria-invalid="true"], select[aria-invalid="true"] { border: 2px solid var(--bad); }
textarea[rows="10"] { font: .875rem/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
fieldset { margin-bottom: 1rem; }
.boxes { display: grid; gap: .1rem 1rem; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); }
.boxes .field { margin-bottom: .4rem; }
button { width: auto; padding: .55rem 1.1rem; font-size: .9375rem; }
.quiet {
  background: var(--card);
  color: var(--accent);
  border: 1px solid var(--line);
  font-weight: 550;
  padding: .35rem .8rem;
  font-size: .875rem;
}
.quiet:hover { filter: none; background: var(--wash); }
.danger .quiet { color: var(--bad); }
.actions { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; font-size: .9375rem; }
.copy { display: flex; gap: .5rem; }
.copy input { min-width: 0; }
.copy button { flex: none; }
.one { display: inline-block; margin: 0; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: 1.5rem; }
.errors h3 { margin-bottom: .3rem; }
:is(summary, textarea, select, .wide):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { margin-top: .75rem; }
.secret input {
  font: .875rem ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace;
  text-overflow: ellipsis;
}
[hidden] { display: none !important; }
@media (forced-colors: active) {
  .card, .tiles > div {
    border: 1px solid;
    } .chart .bar { fill: CanvasText;
    } .state::before { border: 1px solid;
  }
  .tabs a[aria-current] { border-color: Highlight; }
}
`;
