import type { RemovedCredentials } from '@annals/contracts/sign-in';
import type { MailTemplateParameters } from '@annals/contracts/users';
import type { ChangeSetMail, FollowedChange, FollowedMail } from '@annals/kit/change-reports';
import { readableName } from '../accounts/readable-text.ts';
import type { IssuedToken } from '../tokens/issued-tokens.sql.ts';
import {
  formatAddress,
  formatDevice,
  formatMoment,
  type Fact,
  type Language,
  type MailSection,
  type MailTemplate,
} from './mail-template.ts';
import { mailTexts } from './mail-templates.texts.ts';
import type { GivenUpWebhook } from './outbox.sql.ts';

export interface MailTemplateContext {
  lang: Language;
  /** The product's display name. */
  product: string;
  publicUrl: string;
  /** The recipient. */
  email: string;
}

/** The fields that every mail fills from its texts in the same way. */
function fromTexts(
  { lang, product }: MailTemplateContext,
  texts: { subject: (product: string) => string; headline: string },
) {
  return { lang, subject: texts.subject(product), headline: texts.headline };
}

/** Where and when something happened. */
export interface SecurityEvent {
  at: number;
  address: string | null | undefined;
  userAgent: string | undefined;
}

/**
 * The welcome mail (specification 3 and 9): given parameters override the defaults, and `{email}` is filled in. The
 * button always links to our own address, whatever ctaLink says.
 */
export function invitationMail(
  { lang, product, email }: MailTemplateContext,
  link: string,
  given: MailTemplateParameters,
): MailTemplate {
  const texts = mailTexts[lang].invitation;
  const fillIn = (text: string) => text.replaceAll('{email}', () => email);
  const subject =
    given.headline === undefined ? texts.subject(product) : `${given.headline} – ${product}`;
  return {
    lang,
    subject: fillIn(subject),
    preheader: texts.preheader(product),
    headline: fillIn(given.headline ?? texts.headline),
    paragraphs: paragraphsOf(fillIn(given.body ?? texts.body(product))),
    action: { text: fillIn(given.ctaText ?? texts.ctaText), link },
    notes: texts.notes,
    footer: fillIn(given.footer ?? texts.footer),
  };
}

export function resetMail(
  context: MailTemplateContext,
  link: string,
  asked: { byAdministrator: boolean; address: string | null | undefined },
): MailTemplate {
  const { lang, product, email } = context;
  const texts = mailTexts[lang].reset;
  const facts = [{ label: texts.user, value: email }];
  if (!asked.byAdministrator)
    facts.push({ label: texts.from, value: formatAddress(asked.address, lang) });
  return {
    ...fromTexts(context, texts),
    preheader: texts.preheader,
    paragraphs: [
      asked.byAdministrator ? texts.askedByAdministrator(product) : texts.asked(product),
    ],
    facts,
    action: { text: texts.action, link },
    notes: asked.byAdministrator ? texts.notes.slice(0, 1) : texts.notes,
    footer: texts.footer(email),
  };
}

/** Replaces the reset mail for users who sign in only with identity providers. */
export function providerMail(
  context: MailTemplateContext,
  providers: readonly string[],
): MailTemplate {
  const { lang, product, publicUrl, email } = context;
  const texts = mailTexts[lang].provider;
  const names = new Intl.ListFormat(lang, { type: 'disjunction' }).format(providers);
  return {
    ...fromTexts(context, texts),
    preheader: texts.preheader(names),
    paragraphs: texts.paragraphs(product, names),
    action: { text: texts.action, link: `${publicUrl}/login` },
    notes: texts.notes,
    footer: mailTexts[lang].reset.footer(email),
  };
}

/** Omits the given name: anyone may have entered anything there. */
export function signUpMail(context: MailTemplateContext, link: string): MailTemplate {
  const { lang, product, email } = context;
  const texts = mailTexts[lang].signUp;
  return {
    ...fromTexts(context, texts),
    preheader: texts.preheader,
    paragraphs: texts.paragraphs(product),
    facts: [accountFact(context)],
    action: { text: texts.action, link },
    notes: texts.notes,
    footer: texts.footer(email),
  };
}

/** Replaces the confirmation for an email that already has an account. */
export function accountExistsMail(context: MailTemplateContext): MailTemplate {
  const texts = mailTexts[context.lang].accountExists;
  const notes = [texts.forgotten(`${context.publicUrl}/reset`), ...texts.notes];
  return mailToSignIn(context, { ...texts, notes });
}

/** Replaces the welcome mail for an email that has an account outside the scope of the inviting administrator. */
export const invitedAgainMail = (context: MailTemplateContext): MailTemplate =>
  mailToSignIn(context, mailTexts[context.lang].invitedAgain);

/** For somebody who already has an account and can sign in with it. */
function mailToSignIn(
  context: MailTemplateContext,
  texts: (typeof mailTexts)[Language]['invitedAgain'],
): MailTemplate {
  const { lang, product, publicUrl, email } = context;
  return {
    ...fromTexts(context, texts),
    preheader: texts.preheader,
    paragraphs: texts.paragraphs(product),
    facts: [accountFact(context)],
    action: { text: texts.action, link: `${publicUrl}/login` },
    notes: texts.notes,
    footer: mailTexts[lang].reset.footer(email),
  };
}

/** The tokens that a user issued and that are valid, newest first, and the link that revokes all of them. */
export interface ValidTokens {
  tokens: readonly IssuedToken[];
  /** Also those that are not in the list. */
  total: number;
  link: string;
}

export function passwordChangedMail(
  context: MailTemplateContext,
  event: SecurityEvent,
  valid: ValidTokens | undefined,
): MailTemplate {
  const { lang, product, publicUrl } = context;
  const texts = mailTexts[lang].passwordChanged;
  return {
    ...securityMail(context, texts, factsOf(context, event)),
    preheader: texts.preheader,
    paragraphs: texts.paragraphs(product),
    ...(valid && {
      sections: [...tokenSections(context, valid), revocationSection(context, valid)],
    }),
    action: { text: texts.action, link: `${publicUrl}/reset` },
    notes: [texts.wasYou, texts.wasNotYou(valid !== undefined)],
  };
}

export function tokenCreatedMail(
  context: MailTemplateContext,
  event: SecurityEvent,
  {
    created,
    valid,
    hasPassword,
  }: { created: IssuedToken; valid: ValidTokens | undefined; hasPassword: boolean },
): MailTemplate {
  const { lang, product, publicUrl } = context;
  const texts = mailTexts[lang].tokenCreated;
  const tokens = mailTexts[lang].tokens;
  const name = tokenName(created, lang);
  const { applicationName, partitionCount } = created;
  const facts = [
    { label: texts.token, value: `${name}, ${created.prefix}…` },
    ...(applicationName === null
      ? []
      : [{ label: texts.application, value: shorten(applicationName) }]),
    { label: texts.scopes, value: writtenScopes(created, lang) },
    { label: texts.partitions, value: texts.partitionCount(partitionCount) },
    {
      label: texts.expires,
      value:
        created.expiresDate === null
          ? texts.never
          : formatMoment(Date.parse(created.expiresDate), lang),
    },
  ];
  return {
    ...securityMail(context, texts, [...facts, ...factsOf(context, event)]),
    preheader: texts.preheader(name),
    paragraphs: texts.paragraphs(product, applicationName !== null),
    ...(valid && {
      sections: tokenSections(context, valid),
      action: { text: tokens.revoke(valid.total), link: valid.link },
    }),
    notes: [
      ...(valid ? [tokens.about] : []),
      texts.wasYou,
      hasPassword ? texts.wasNotYou(`${publicUrl}/reset`) : texts.wasNotYouAtProvider,
    ],
  };
}

function tokenSections(
  { lang }: MailTemplateContext,
  { tokens, total }: ValidTokens,
): MailSection[] {
  const texts = mailTexts[lang].tokens;
  const left = total - tokens.length;
  return [
    { heading: texts.heading(total), lines: [] },
    ...tokens.map((token) => ({
      heading: tokenName(token, lang),
      lines: [
        [
          `${token.prefix}…`,
          ...(token.applicationName === null
            ? []
            : [texts.ofApplication(shorten(token.applicationName))]),
          writtenScopes(token, lang),
        ].join(' · '),
        [
          token.lastUsedDate === null
            ? texts.neverUsed
            : texts.lastUsed(formatMoment(Date.parse(token.lastUsedDate), lang)),
          token.expiresDate === null
            ? texts.neverExpires
            : texts.expires(formatMoment(Date.parse(token.expiresDate), lang)),
        ].join(' · '),
      ],
    })),
    ...(left > 0 ? [{ heading: texts.more(left), lines: [] }] : []),
  ];
}

function revocationSection(
  { lang }: MailTemplateContext,
  { total, link }: ValidTokens,
): MailSection {
  const texts = mailTexts[lang].tokens;
  return { heading: texts.revoke(total), link, lines: [texts.about] };
}

const maxNameLength = 80;

/** On one line and short: whoever issued a token chose the text, and may not be the reader. */
function shorten(text: string): string {
  const letters = Array.from(readableName(text));
  return letters.length > maxNameLength
    ? `${letters.slice(0, maxNameLength - 1).join('')}…`
    : letters.join('');
}

function tokenName({ description }: IssuedToken, lang: Language): string {
  return mailTexts[lang].tokens.quoted(shorten(description));
}

function writtenScopes({ scopes }: IssuedToken, lang: Language): string {
  return scopes.map((scope) => mailTexts[lang].tokens.scopes[scope]).join(', ');
}

export function newSignInMail(context: MailTemplateContext, event: SecurityEvent): MailTemplate {
  const { lang, product, publicUrl } = context;
  const texts = mailTexts[lang].newSignIn;
  return {
    ...securityMail(context, texts, factsOf(context, event)),
    preheader: texts.preheader(formatDevice(event.userAgent ?? '', lang)),
    paragraphs: texts.paragraphs(product),
    action: { text: texts.action, link: `${publicUrl}/user-management` },
    notes: [texts.wasYou, texts.wasNotYou(`${publicUrl}/reset`)],
  };
}

/** The code that confirms an account for a provider sign-in. */
export function emailCodeMail(
  context: MailTemplateContext,
  { code, providerName }: { code: string; providerName: string },
): MailTemplate {
  const { lang, product } = context;
  const texts = mailTexts[lang].emailCode;
  const spaced = { label: texts.code, value: `${code.slice(0, 4)} ${code.slice(4)}` };
  return {
    ...securityMail(context, texts, [spaced, accountFact(context)]),
    preheader: texts.preheader,
    paragraphs: texts.paragraphs(product, providerName),
    notes: texts.notes,
  };
}

export function credentialsRemovedMail(
  context: MailTemplateContext,
  event: SecurityEvent,
  { providerName, removed }: { providerName: string; removed: RemovedCredentials | undefined },
): MailTemplate {
  const { lang, product, publicUrl } = context;
  const texts = mailTexts[lang].credentialsRemoved;
  const list = removed === undefined ? [] : texts.removed(removed);
  return {
    ...securityMail(context, texts, factsOf(context, event)),
    preheader: texts.preheader(providerName),
    paragraphs: texts.paragraphs(product, providerName, list.join(', ')),
    action: { text: texts.action, link: `${publicUrl}/user-management` },
    notes: [texts.wasYou, texts.wasNotYou],
  };
}

export function sessionReusedMail(
  context: MailTemplateContext,
  event: SecurityEvent,
): MailTemplate {
  const { lang, product, publicUrl } = context;
  const texts = mailTexts[lang].sessionReused;
  return {
    ...securityMail(context, texts, factsOf(context, event)),
    preheader: texts.preheader,
    paragraphs: texts.paragraphs(product),
    action: { text: texts.action, link: `${publicUrl}/user-management?tab=security` },
    notes: [texts.note],
  };
}

export function secondFactorDueMail(context: MailTemplateContext, due: number): MailTemplate {
  const { lang, product, publicUrl } = context;
  const texts = mailTexts[lang].secondFactorDue;
  const until = formatMoment(due, lang);
  return {
    ...securityMail(context, texts, [accountFact(context), { label: texts.due, value: until }]),
    preheader: texts.preheader(until),
    paragraphs: texts.paragraphs(product, until),
    action: { text: texts.action, link: `${publicUrl}/user-management?tab=security` },
    notes: [texts.note],
  };
}

/** Titles and names only: the content of objects stays where access to it is checked. */
export function changeSetMail(
  context: MailTemplateContext,
  { partition, changeSet, events }: ChangeSetMail,
): MailTemplate {
  const { lang, publicUrl, email } = context;
  const texts = mailTexts[lang].changeSet;
  const kinds = events.map(({ kind }) => kind);
  // What waits for the reader comes first.
  const [kind = 'COMMENTED'] = kinds.includes('SUBMITTED')
    ? ['SUBMITTED' as const]
    : kinds.slice(-1);
  const sentences = events.map((event) =>
    texts.events[event.kind](event.userName ?? texts.someone),
  );
  return {
    lang,
    subject: `${texts.headlines[kind]}: ${changeSet.name}`,
    preheader: texts.preheader(changeSet.name, partition.name),
    headline: texts.headlines[kind],
    paragraphs: [...new Set(sentences)],
    facts: [
      { label: texts.changeSet, value: changeSet.name },
      { label: texts.partition, value: partition.name },
    ],
    action: {
      text: texts.action,
      link: `${publicUrl}/v1/partitions/${partition.id}/change-sets/${changeSet.id}`,
    },
    notes: [texts.switchOff(`${publicUrl}/user-management`)],
    footer: texts.footer(email),
  };
}

export function webhookGivenUpMail(
  context: MailTemplateContext,
  { partition, webhook }: GivenUpWebhook,
): MailTemplate {
  const { lang, publicUrl, email } = context;
  const texts = mailTexts[lang].webhook;
  return {
    lang,
    subject: `${texts.headline}: ${webhook.name}`,
    preheader: texts.preheader(webhook.name, partition?.name),
    headline: texts.headline,
    paragraphs: texts.paragraphs,
    facts: [
      { label: texts.webhook, value: webhook.name },
      ...(partition ? [{ label: mailTexts[lang].changeSet.partition, value: partition.name }] : []),
    ],
    action: {
      text: texts.action,
      link: `${publicUrl}${partition ? `/v1/partitions/${partition.id}` : '/audit-log'}/webhooks/${webhook.id}`,
    },
    notes: [],
    footer: partition ? texts.footer(email) : texts.auditLogFooter(email),
  };
}

/** What changed, with values: their lengths are limited, and a user who can no longer read them gets no mail. */
export function followedMail(
  context: MailTemplateContext,
  { delivery, subscriptions, moreSubscriptions }: FollowedMail,
): MailTemplate {
  const { lang, publicUrl, email } = context;
  const texts = mailTexts[lang].followed;
  const number = new Intl.NumberFormat(lang);
  const changesOf = (count: number) => texts.changes(number.format(count), count === 1);
  const total = changesOf(subscriptions.reduce((sum, { count }) => sum + count, 0));
  const titleOf = ({ title, type }: { title: string | null; type: string }) =>
    title ?? texts.nameless(type);
  const nameOf = ({ object, query, references }: FollowedMail['subscriptions'][number]) => {
    if (object !== null) return titleOf(object);
    if (references.length === 0) return texts.search(query ?? '');
    return texts.referring(query ?? '', references.map(titleOf).join(', '));
  };
  const names = subscriptions.map(nameOf);
  const page = `${publicUrl}/subscriptions`;
  return {
    lang,
    subject: texts.subject(names.length === 1 ? (names[0] ?? '') : texts.headline[delivery], total),
    preheader: texts.preheader(total, names.join(', ')),
    headline: texts.headline[delivery],
    paragraphs: [
      texts.intro(total),
      ...(moreSubscriptions > 0 ? [texts.moreSubscriptions(moreSubscriptions)] : []),
    ],
    sections: subscriptions.flatMap((subscription) => {
      const { id, partition, count, versions } = subscription;
      const left = count - versions.length;
      return [
        {
          heading: texts.inPartition(nameOf(subscription), changesOf(count), partition.name),
          lines: [],
        },
        ...versions.map((version) => sectionOf(context, partition.id, version)),
        {
          heading: texts.end,
          link: `${page}?end=${id}`,
          lines: left > 0 ? [texts.more(number.format(left))] : [],
        },
      ];
    }),
    action: { text: texts.action, link: `${publicUrl}/` },
    notes: [texts.note(page)],
    footer: texts.footer(email),
  };
}

function sectionOf(
  { lang, publicUrl }: MailTemplateContext,
  partitionId: string,
  { objectId, type, title, event, userName, at, reason, changes, moreChanges }: FollowedChange,
) {
  const texts = mailTexts[lang].followed;
  const valueOf = (value: string | null) => value ?? texts.nothing;
  return {
    heading: `${title ?? texts.nameless(type)} (${type})`,
    link: `${publicUrl}/v1/partitions/${partitionId}/objects/${objectId}`,
    lines: [
      texts.events[event](userName ?? texts.someone, formatMoment(Date.parse(at), lang)),
      ...changes.map(({ path, before, after, erased }) =>
        erased ? `${path}: ${texts.erased}` : `${path}: ${valueOf(before)} → ${valueOf(after)}`,
      ),
      ...(moreChanges > 0 ? [texts.moreFields(moreChanges)] : []),
      ...(reason === null ? [] : [texts.reason(reason)]),
    ],
  };
}

/** The common part of mails about the security of an account. */
const securityMail = (
  context: MailTemplateContext,
  texts: Parameters<typeof fromTexts>[1],
  facts: readonly Fact[],
) => ({
  ...fromTexts(context, texts),
  facts,
  footer: mailTexts[context.lang].securityFooter(context.email),
});

const accountFact = ({ lang, email }: MailTemplateContext): Fact => ({
  label: mailTexts[lang].account,
  value: email,
});

function factsOf(context: MailTemplateContext, { at, address, userAgent }: SecurityEvent): Fact[] {
  const { lang } = context;
  const texts = mailTexts[lang];
  return [
    accountFact(context),
    { label: texts.when, value: formatMoment(at, lang) },
    { label: texts.device, value: formatDevice(userAgent ?? '', lang) },
    { label: texts.address, value: formatAddress(address, lang) },
  ];
}

function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
