import { describe, expect, it } from 'vitest';
import { languages } from '@annals/contracts/users';
import type { NewsKind } from '@annals/kit/change-reports';
import {
  accountExistsMail,
  changeSetMail,
  followedMail,
  invitationMail,
  newSignInMail,
  passwordChangedMail,
  providerMail,
  resetMail,
  signUpMail,
  tokenCreatedMail,
  webhookGivenUpMail,
  type MailTemplateContext,
} from './mail-templates.ts';
import type { MailTemplate } from './mail-template.ts';
import { renderMail } from './render-mail.ts';

const publicUrl = 'https://annals.test';
const link = `${publicUrl}/set-password#token=T`;
const context = (lang: 'en' | 'de'): MailTemplateContext => ({
  lang,
  product: 'Annals',
  publicUrl,
  email: 'ada@example.org',
});
const event = {
  at: Date.parse('2026-03-01T12:00:00Z'),
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** A change set whose title contains markup and another header. */
const news = (...kinds: NewsKind[]) => ({
  partition: { id: 'P', name: 'Prices & more' },
  changeSet: { id: 'C', name: '<b>New</b> prices' },
  events: kinds.map((kind) => ({ kind, userName: 'Ada' })),
});

const token = {
  id: 't1',
  description: '<b>Nightly</b> & more',
  prefix: 'annals_pat_abcd',
  applicationName: null,
  scopes: ['read' as const, 'write' as const],
  partitionCount: null,
  createdDate: '2026-03-01T12:00:00.000000Z',
  expiresDate: '2026-06-01T12:00:00.000000Z',
  lastUsedDate: null,
};
const applicationToken = {
  ...token,
  id: 't2',
  applicationName: 'Shop',
  scopes: ['read' as const, 'admin' as const],
  partitionCount: 2,
  expiresDate: null,
  lastUsedDate: '2026-02-01T12:00:00.000000Z',
};
const valid = {
  tokens: [token, applicationToken],
  total: 23,
  link: `${publicUrl}/revoke-tokens#token=T`,
};

const templates: Record<string, (context: MailTemplateContext) => MailTemplate> = {
  invitation: (of) => invitationMail(of, link, {}),
  reset: (of) => resetMail(of, link, { byAdministrator: false, address: '203.0.113.7' }),
  'reset by an administrator': (of) =>
    resetMail(of, link, { byAdministrator: true, address: '203.0.113.7' }),
  provider: (of) => providerMail(of, ['Northwind', 'Contoso']),
  'sign-up': (of) => signUpMail(of, link),
  'account exists': accountExistsMail,
  'password changed': (of) => passwordChangedMail(of, event, undefined),
  'password changed, with tokens': (of) => passwordChangedMail(of, event, valid),
  'token created': (of) =>
    tokenCreatedMail(of, event, { created: token, valid, hasPassword: true }),
  'token of an application created, without a password': (of) =>
    tokenCreatedMail(of, event, { created: applicationToken, valid, hasPassword: false }),
  'new sign-in': (of) => newSignInMail(of, event),
  'change set': (of) => changeSetMail(of, news('SUBMITTED', 'COMMENTED')),
  'followed changes': (of) =>
    followedMail(of, {
      delivery: 'DAILY',
      moreSubscriptions: 2,
      subscriptions: [
        {
          id: 's',
          partition: { id: 'p', name: 'Prices & more' },
          object: null,
          query: 'type:PRICE <b>',
          references: [
            { timelineId: 'r', title: 'Oak & Co', type: 'MAKER' },
            { timelineId: 'n', title: null, type: 'MAKER' },
          ],
          count: 12_345,
          versions: [
            {
              timelineId: 't',
              objectId: 'o',
              type: 'PRICE',
              title: '<i>Oak</i>',
              event: 'CHANGED',
              userName: null,
              at: '2026-03-01T12:00:00.000000Z',
              reason: 'Dearer',
              changes: [
                { path: '/price', before: '"<b>"', after: null, erased: false },
                { path: '/gone', before: null, after: null, erased: true },
              ],
              moreChanges: 1,
            },
          ],
        },
      ],
    }),
  'webhook given up': (of) =>
    webhookGivenUpMail(of, {
      partition: { id: 'p', name: 'Prices' },
      webhook: { id: 'w', name: 'Shop' },
    }),
  'webhook of the audit log given up': (of) =>
    webhookGivenUpMail(of, { webhook: { id: 'w', name: 'SIEM' } }),
};

/** The text that a reader sees of the HTML. */
function seen(html: string): string {
  return html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

describe.each(Object.entries(templates))('the template: %s', (_name, make) => {
  it.each(languages)('has the same content in text and HTML, in %s', (lang) => {
    const template = make(context(lang));
    const { text, html } = renderMail(template, 'Annals');
    expect(html).toContain(`<html lang="${lang}">`);
    const shown = seen(html);
    const { headline, paragraphs, facts = [], notes, action, footer, preheader } = template;
    const { sections = [] } = template;
    expect(shown).toContain(preheader);
    for (const part of [headline, footer, ...paragraphs, ...notes]) {
      expect(text).toContain(part);
      expect(shown).toContain(part.replaceAll('\n', ' '));
    }
    for (const { label, value } of facts) {
      expect(text).toContain(`${label}: ${value}`);
      expect(shown).toContain(`${label} ${value}`);
    }
    for (const part of sections.flatMap(({ heading, lines }) => [heading, ...lines])) {
      expect(text).toContain(part);
      expect(shown).toContain(part);
    }
    for (const to of sections.flatMap((section) => section.link ?? [])) {
      expect(text).toContain(to);
      expect(html).toContain(`href="${to}"`);
    }
    expect(text).toContain(`${action?.text}:\n${action?.link}`);
    expect(html).toContain(`<a href="${action?.link}"`);
  });

  it('loads nothing from elsewhere and runs nothing', () => {
    const { html } = renderMail(make(context('en')), 'Annals');
    expect(html).not.toMatch(/<(?:img|script|link|iframe|form)\b|url\(|\bon\w+=|src=/i);
    for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(new URL(address).origin).toBe(publicUrl);
  });
});

it('is written separately in each language', () => {
  for (const make of Object.values(templates)) {
    const [en, de] = languages.map((lang) => make(context(lang)));
    expect(en?.subject).not.toBe(de?.subject);
    expect(en?.paragraphs).not.toEqual(de?.paragraphs);
    expect(en?.footer).not.toBe(de?.footer);
  }
});

describe('the welcome mail', () => {
  it('has the defaults of the specification', () => {
    const template = invitationMail(context('en'), link, {});
    expect(template).toMatchObject({
      lang: 'en',
      subject: 'Welcome to Annals',
      headline: 'Welcome',
      action: { text: 'Start', link },
    });
  });

  it('uses the given texts, with the email filled in, and only its own link', () => {
    const template = invitationMail(context('en'), link, {
      email: '{email}',
      headline: 'Hello {email}',
      body: 'First.\nStill first.\n\nFor {email}, {email}.',
      ctaText: 'Go, {email}',
      ctaLink: 'https://evil.example/set-password?x={email}',
      footer: 'To {email}',
      lang: 'en',
    });
    expect(template).toMatchObject({
      subject: 'Hello ada@example.org – Annals',
      headline: 'Hello ada@example.org',
      paragraphs: ['First.\nStill first.', 'For ada@example.org, ada@example.org.'],
      action: { text: 'Go, ada@example.org', link },
      footer: 'To ada@example.org',
    });
    const { text, html } = renderMail(template, 'Annals');
    expect(`${text}${html}`).not.toContain('evil.example');
    expect(html).toContain('First.<br>Still first.');
  });

  it('shows markup as text', () => {
    const markup = `<script>alert("1")</script><a href='x'>&amp;`;
    const given = { headline: markup, body: markup, ctaText: markup, footer: markup };
    const { html, text } = renderMail(invitationMail(context('en'), link, given), 'Annals');
    expect(html).not.toMatch(/<script|href='x'/);
    expect(html.split('&lt;script&gt;alert(&quot;1&quot;)').length - 1).toBe(5);
    expect(text).toContain(markup);
  });

  it('keeps its subject on one line', () => {
    const headline = 'Hi\r\nBcc: victim@example.org\r\n\r\nbody\u2028x';
    const { subject } = renderMail(invitationMail(context('en'), link, { headline }), 'Annals');
    expect(subject).toBe('Hi Bcc: victim@example.org body x – Annals');
  });
});

it('starts a change set mail with what waits for the reader, and mentions each thing once', () => {
  const mail = changeSetMail(context('en'), news('SUBMITTED', 'COMMENTED', 'COMMENTED'));
  expect(mail).toMatchObject({
    subject: 'Review requested: <b>New</b> prices',
    paragraphs: ['Ada requested a review of this change set.', 'Ada commented on it.'],
    action: { link: `${publicUrl}/v1/partitions/P/change-sets/C` },
  });
  expect(renderMail(mail, 'Annals').html).not.toContain('<b>');
  const unknown = { ...news(), events: [{ kind: 'APPROVED' as const, userName: null }] };
  expect(changeSetMail(context('en'), unknown)).toMatchObject({
    headline: 'Change set approved',
    paragraphs: ['Someone approved it.'],
  });
});

it('includes time, device and location', () => {
  const { facts } = newSignInMail(context('de'), event);
  expect(facts?.map(({ value }) => value)).toEqual([
    'ada@example.org',
    expect.stringMatching(/^1\. März 2026 um 12:00 UTC$/),
    'Firefox auf Linux',
    '203.0.113.7',
  ]);
  const strange = { at: event.at, address: null, userAgent: 'curl/8.14.1\u0000<b>' };
  expect(newSignInMail(context('en'), strange).facts?.map(({ value }) => value)).toEqual([
    'ada@example.org',
    '1 March 2026 at 12:00 UTC',
    'curl/8.14.1<b>',
    'Unknown',
  ]);
});

it('shows the text of a token on one line, short, and in its order', () => {
  const description = `Nightly\u202egnp.\n\nYour account is locked. ${'x'.repeat(200)}`;
  const { facts, preheader } = tokenCreatedMail(context('en'), event, {
    created: { ...token, description },
    valid: undefined,
    hasPassword: true,
  });
  const shown = facts?.[0]?.value ?? '';
  expect(shown).toMatch(/^“Nightly gnp\. {2}Your account is locked\. x+…”, annals_pat_abcd…$/);
  expect(shown.length).toBeLessThan(110);
  expect(preheader.length).toBeLessThan(110);
});
