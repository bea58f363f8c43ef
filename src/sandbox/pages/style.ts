// The style sheet for every page: light and dark colors, the page layout, and form elements.
export const style = `
:root {
  color-scheme: light dark;
  --paper: #f4f5f2; --card: #fff; --ink: #1c221d; --soft: #5a645c; --line: #878f88;
  --edge: #dfe3dc; --accent: #1f6b4a; --on-accent: #fff; --wash: #e5f1ea; --bad: #b3261e; --bad-wash: #fceceb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121613; --card: #1a201c; --ink: #e8ede9; --soft: #a4afa7; --line: #76817a;
    --edge: #2c352f; --accent: #6fd0a0; --on-accent: #0b2318; --wash: #16301f; --bad: #ffb4ab; --bad-wash: #3a1715;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center;
  padding: clamp(1rem, 5vw, 3.5rem) 1rem 2rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
}
header, main, footer { width: 100%; max-width: 36rem; }
header { display: flex; align-items: center; gap: .6rem; margin-bottom: 1.25rem; font-weight: 650; }
header svg { width: 1.6rem; height: 1.6rem; color: var(--accent); flex: none; }
header span { margin-left: auto; font-size: .8125rem; font-weight: 500; color: var(--soft); }
main {
  background: var(--card); border: 1px solid var(--edge); border-radius: 1rem;
  padding: clamp(1.25rem, 5vw, 2.5rem); box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 12px 32px rgb(0 0 0 / .06);
}
h1 { margin: 0 0 .35rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
p { margin: 0 0 1rem; }
.lead { color: var(--soft); margin-bottom: 1.75rem; }
fieldset { border: 0; margin: 0 0 1.75rem; padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .75rem; font-weight: 650; }
.row { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); }
.field { margin-bottom: 1rem; }
label {
  display: flex;
  align-items: baseline;
  gap: .5rem;
  font-size: .875rem;
  font-weight: 550;
  margin-bottom: .3rem;
}
label small { font-size: .8125rem; font-weight: 400; color: var(--soft); }
input {
  width: 100%; font: inherit; color: inherit; background: var(--card); padding: .55rem .75rem;
  border: 1px solid var(--line); border-radius: .5rem;
}
input:focus-visible, button:focus-visible, a:focus-visible, .errors:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px;
}
input[aria-invalid="true"] { border-color: var(--bad); border-width: 2px; }
.hint { margin: .3rem 0 0; font-size: .875rem; color: var(--soft); }
.problem { margin: .3rem 0 0; font-size: .875rem; color: var(--bad); }
.errors {
  background: var(--bad-wash);
  border-left: 4px solid var(--bad);
  border-radius: .5rem;
  padding: .85rem 1.1rem;
  margin-bottom: 1.5rem;
}
.errors h2 { margin: 0 0 .3rem; font-size: 1rem; }
.errors ul { margin: 0; padding-left: 1.1rem; }
.errors a { color: inherit; }
button {
  width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 650; border: 0; border-radius: .5rem;
  background: var(--accent); color: var(--on-accent); cursor: pointer;
}
button:hover { filter: brightness(1.08); }
.mark {
  width: 3.25rem; height: 3.25rem; border-radius: 50%; display: grid; place-items: center;
  background: var(--wash); color: var(--accent); margin-bottom: 1.25rem;
}
.mark svg { width: 1.6rem; height: 1.6rem; }
.mark.bad { background: var(--bad-wash); color: var(--bad); }
main a { color: var(--accent); }
code {
  font: .9em ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace;
  background: var(--wash);
  padding: .1em .35em;
  border-radius: .3em;
}
footer { margin-top: 1.25rem; font-size: .8125rem; color: var(--soft); }
@media (forced-colors: active) { button, main { border: 1px solid; } }
`;
