// How the dashboard looks: the colours of the other pages, wider, with tables and a chart.
import { style } from '../style';

/** The style sheet of the dashboard's pages. */
export const dashboardStyle = `${style}
body { padding-top: 1.25rem; }
header, main, footer { max-width: 68rem; }
main { background: none; border: 0; border-radius: 0; padding: 0; box-shadow: none; }
main:focus { outline: none; }
header { flex-wrap: wrap; gap: .5rem 1.5rem; margin-bottom: 1.75rem; }
.brand { display: flex; align-items: center; gap: .6rem; color: inherit; text-decoration: none; }
nav { display: flex; gap: .25rem; }
nav a { padding: .35rem .8rem; border-radius: .5rem; color: var(--soft); text-decoration: none; font-weight: 550; font-size: .9375rem; }
nav a:hover, nav a[aria-current] { background: var(--wash); color: var(--accent); }
header .now { font-variant-numeric: tabular-nums; }
a { color: var(--accent); text-underline-offset: .2em; }
.skip { position: absolute; left: 1rem; top: -4rem; background: var(--card); padding: .5rem 1rem; border-radius: .5rem; z-index: 1; }
.skip:focus { top: .5rem; }
h1 { margin-bottom: .25rem; }
h1 code { font-size: .85em; }
h2 { margin: 0 0 1rem; font-size: 1.0625rem; }
h3 { margin: 0 0 .75rem; font-size: .9375rem; }
.card {
  background: var(--card); border: 1px solid var(--edge); border-radius: .875rem; padding: 1.25rem 1.4rem;
  margin-bottom: 1.25rem; box-shadow: 0 1px 2px rgb(0 0 0 / .04); min-width: 0;
}
.card > :last-child, .card form:last-child { margin-bottom: 0; }
.top { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; margin-bottom: 1rem; }
.top h2 { margin: 0; }
.soft, small { color: var(--soft); font-size: .875rem; }
.pair { display: grid; gap: 0 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); align-items: start; }
.tiles { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); margin: 1.25rem 0; }
.tiles > div { background: var(--card); border: 1px solid var(--edge); border-radius: .875rem; padding: 1rem 1.2rem; }
.tiles dt { font-size: .8125rem; color: var(--soft); }
.tiles dd { margin: 0; font-size: 1.5rem; font-weight: 650; letter-spacing: -.01em; font-variant-numeric: tabular-nums; line-height: 1.35; }
.tiles dd small { display: block; font-weight: 400; letter-spacing: 0; line-height: 1.4; }
.state { white-space: nowrap; }
.state::before { content: ""; display: inline-block; box-sizing: border-box; width: .6rem; height: .6rem; margin-right: .45rem; border-radius: 50%; background: var(--accent); }
.state.off::before { background: none; border: 2.5px solid var(--bad); }
.state.off { color: var(--bad); }
.notice { background: var(--wash); color: var(--accent); font-weight: 550; border-radius: .5rem; padding: .6rem 1rem; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--edge); vertical-align: baseline; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { font-size: .8125rem; font-weight: 550; color: var(--soft); white-space: nowrap; }
tbody th { font-weight: 550; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; border-radius: .25rem; }
.wide td { white-space: nowrap; max-width: 16rem; overflow: hidden; text-overflow: ellipsis; }
.wide td.number, .wide th.number { padding-right: 1.25rem; }
.time { font-variant-numeric: tabular-nums; }
.keys { table-layout: fixed; min-width: 32rem; }
.log { font-size: .8125rem; }
figure { margin: 0; }
figure table { max-width: 22rem; margin-top: .5rem; }
.chart { display: block; overflow: visible; }
.chart text { font-size: 12px; fill: var(--soft); font-variant-numeric: tabular-nums; }
.chart line { stroke: var(--edge); }
.chart .bar { fill: var(--accent); }
.chart .hit { fill: transparent; }
.chart g:hover .hit { fill: var(--wash); }
details { margin: .5rem 0; }
summary { cursor: pointer; font-weight: 550; font-size: .875rem; color: var(--accent); width: fit-content; border-radius: .25rem; }
details[open] > summary { margin-bottom: .75rem; }
.field label { justify-content: flex-start; }
.field > small { display: block; margin-top: .3rem; }
.tick { display: flex; gap: .65rem; align-items: baseline; }
.tick input { width: 1.05rem; height: 1.05rem; flex: none; accent-color: var(--accent); translate: 0 .15rem; }
.tick label { margin-bottom: 0; }
.tick small { display: block; }
textarea, select {
  width: 100%; font: inherit; color: inherit; background: var(--card); padding: .55rem .75rem;
  border: 1px solid var(--line); border-radius: .5rem;
}
textarea { resize: vertical; display: block; font-size: .9375rem; }
textarea[aria-invalid="true"], select[aria-invalid="true"] { border: 2px solid var(--bad); }
fieldset { margin-bottom: 1rem; }
.boxes { display: grid; gap: .1rem 1rem; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); }
.boxes .field { margin-bottom: .4rem; }
button { width: auto; padding: .55rem 1.1rem; }
.quiet { background: var(--card); color: var(--accent); border: 1px solid var(--line); font-weight: 550; padding: .4rem .85rem; font-size: .9375rem; }
.danger .quiet { color: var(--bad); }
.one { display: inline-block; margin: 0 .35rem .35rem 0; }
.top .one { margin: 0; }
.errors h3 { margin-bottom: .3rem; }
:is(summary, textarea, select, .wide):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { margin-top: .75rem; }
.secret input { font: .9375rem ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
@media (forced-colors: active) { .card, .tiles > div { border: 1px solid; } .chart .bar { fill: CanvasText; } .state::before { border: 1px solid; } }
`;
