import { escapeHtml } from '@annals/kit/escape-html';
import type { Fact, MailSection, MailTemplate } from './mail-template.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const copyLink = {
  en: 'If the button does not work, copy this address into the browser:',
  de: 'Wenn der Knopf nicht geht, kopiere diese Adresse in den Browser:',
};

const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** For mail programs that support dark mode; the others use the inline styles. */
const darkScheme = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background-color:#0b0d0f!important}
.sheet{background-color:#171b1f!important;border-color:#2b3137!important}
.strong{color:#eff1f3!important}
.plain{color:#d8dce0!important}
.quiet{color:#9ba3ab!important}
.rule{border-color:#2b3137!important}
.link{color:#8dc0d3!important}
}`;

/** The text and the HTML of a template. Uses tables and inline styles, because those work in mail programs. */
export function renderMail(template: MailTemplate, productTitle: string): RenderedMail {
  return {
    subject: oneLine(template.subject),
    text: textOf(template, productTitle),
    html: htmlOf(template, productTitle),
  };
}

/** A header is a single line without injected line breaks. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim();
}

function textOf(template: MailTemplate, productTitle: string): string {
  const { headline, paragraphs, sections = [], facts = [], action, notes, footer } = template;
  const blocks = [
    headline,
    ...paragraphs,
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...sections.map(({ heading, link, lines }) =>
      [
        heading,
        ...lines.map((line) => `  ${line}`),
        ...(link === undefined ? [] : [`  ${link}`]),
      ].join('\n'),
    ),
    action === undefined ? '' : `${action.text}:\n${action.link}`,
    ...notes,
    `-- \n${[footer, productTitle].filter((line) => line !== '').join('\n')}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function htmlOf(template: MailTemplate, productTitle: string): string {
  const { lang, subject, preheader, headline, paragraphs, action, notes } = template;
  const { sections = [], facts = [] } = template;
  const rows = [
    `<h1 class="strong" style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600;color:#1a1e22">${escapeHtml(headline)}</h1>`,
    ...paragraphs.map((paragraph) => paragraphOf(paragraph)),
    factsOf(facts),
    ...sections.map((section) => sectionOf(section)),
    action === undefined ? '' : actionOf(action, lang),
    ...notes.map((note) => noteOf(escapeHtml(note))),
  ];
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(oneLine(subject))}</title>
<style>${darkScheme}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#eff1f3">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px">${escapeHtml(preheader)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#eff1f3">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td class="strong" style="padding:0 8px 16px;font-family:${fonts};font-size:16px;line-height:24px;font-weight:600;color:#1a1e22">${escapeHtml(productTitle)}</td></tr>
<tr><td class="sheet" style="padding:32px;border:1px solid #d5d9dd;border-radius:8px;background-color:#ffffff;font-family:${fonts}">
${rows.filter((row) => row !== '').join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 8px 0;font-family:${fonts};font-size:13px;line-height:20px;color:#5d666e">${withBreaks(template.footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraphOf(text: string): string {
  return `<p class="plain" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#30363c">${withBreaks(text)}</p>`;
}

function sectionOf({ heading, link, lines }: MailSection): string {
  const title =
    link === undefined
      ? `<strong>${escapeHtml(heading)}</strong>`
      : `<a class="link" href="${escapeHtml(link)}" style="color:#1b5f79;font-weight:600">${escapeHtml(heading)}</a>`;
  return `<p class="plain" style="margin:0 0 16px;font-size:15px;line-height:22px;color:#30363c;overflow-wrap:anywhere">${[title, ...lines.map((line) => escapeHtml(line))].join('<br>')}</p>`;
}

function noteOf(html: string): string {
  return `<p class="quiet rule" style="margin:16px 0 0;padding:0;font-size:14px;line-height:22px;color:#5d666e">${html.replaceAll('\n', '<br>')}</p>`;
}

function factsOf(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const cell = 'padding:4px 16px 4px 0;font-size:15px;line-height:22px;vertical-align:top';
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="quiet" style="${cell};color:#5d666e;white-space:nowrap">${escapeHtml(label)}</td><td class="strong" style="${cell};color:#1a1e22">${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${rows.join('')}</table>`;
}

/** The colour is also set on the cell, because Outlook ignores the padding and background of a link. */
function actionOf(
  { text, link }: { text: string; link: string },
  lang: MailTemplate['lang'],
): string {
  const address = escapeHtml(link);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0"><tr><td bgcolor="#1b5f79" style="border-radius:6px;background-color:#1b5f79"><a href="${address}" style="display:inline-block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:6px">${escapeHtml(text)}</a></td></tr></table>
${noteOf(`${escapeHtml(copyLink[lang])}\n<a class="link" href="${address}" style="color:#1b5f79;word-break:break-all">${address}</a>`)}`;
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}
