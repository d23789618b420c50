/** Styles of the report on screen and on paper. */
export const reportStyle = `
:root { color-scheme: light; }
body { font: 14px/1.45 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 60rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.7rem; margin: 0 0 1rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #999; }
h3 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1rem 0 .4rem; }
p, ul, ol { margin: .4rem 0; }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 1rem; padding: .1rem 0; }
dt { color: #555; }
dd { margin: 0; overflow-wrap: anywhere; }
dd > ul { margin: 0; padding-left: 1rem; }
code { font: 12px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
small, .note { color: #555; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; white-space: pre-wrap; }
th { font-weight: 600; border-bottom-color: #999; }
table.values th:nth-child(1) { width: 32%; }
table.values th:nth-child(3) { width: 19%; }
table.values th:nth-child(4) { width: 14%; }
article { content-visibility: auto; contain-intrinsic-size: auto 60rem; }
.id { color: #666; }
.version { margin: .8rem 0 .8rem .5rem; padding-left: .8rem; border-left: 3px solid #ccc; }
a { color: inherit; }
@page { size: A4; margin: 18mm 15mm; }
@media print {
  body { font-size: 8.5pt; line-height: 1.3; max-width: none; margin: 0; padding: 0; }
  code { font-size: 7.5pt; line-height: 1.3; }
  a { text-decoration: none; }
  article { content-visibility: visible; }
  th, td { padding-block: .1rem; }
  h2, h3, h4 { break-after: avoid; }
  dl > div { break-inside: avoid; }
}
`;
