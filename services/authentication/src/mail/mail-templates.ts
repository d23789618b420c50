import type { RemovedCredentials } from '@annals/contracts/sign-in';
import type { MailTemplateParameters } from '@annals/contracts/users';
import {
  writtenAddress,
  writtenDevice,
  writtenMoment,
  type Fact,
  type Language,
  type MailTemplate,
} from './mail-template.ts';
import { mailTexts } from './mail-templates.texts.ts';

export interface MailTemplateContext {
  lang: Language;
  /** The product's name as people read it. */
  product: string;
  publicUrl: string;
  /** The recipient. */
  email: string;
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
  const filled = (text: string) => text.replaceAll('{email}', () => email);
  const subject =
    given.headline === undefined ? texts.subject(product) : `${given.headline} – ${product}`;
  return {
    lang,
    subject: filled(subject),
    preheader: texts.preheader(product),
    headline: filled(given.headline ?? texts.headline),
    paragraphs: paragraphsOf(filled(given.body ?? texts.body(product))),
    action: { text: filled(given.ctaText ?? texts.ctaText), link },
    notes: texts.notes,
    footer: filled(given.footer ?? texts.footer),
  };
}

export function resetMail(
  { lang, product, email }: MailTemplateContext,
  link: string,
  asked: { byAdministrator: boolean; address: string | null | undefined },
): MailTemplate {
  const texts = mailTexts[lang].reset;
  const facts = [{ label: texts.user, value: email }];
  if (!asked.byAdministrator)
    facts.push({ label: texts.from, value: writtenAddress(asked.address, lang) });
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader,
    headline: texts.headline,
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
  { lang, product, publicUrl, email }: MailTemplateContext,
  providers: readonly string[],
): MailTemplate {
  const texts = mailTexts[lang].provider;
  const names = new Intl.ListFormat(lang, { type: 'disjunction' }).format(providers);
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader(names),
    headline: texts.headline,
    paragraphs: texts.paragraphs(product, names),
    action: { text: texts.action, link: `${publicUrl}/login` },
    notes: texts.notes,
    footer: mailTexts[lang].reset.footer(email),
  };
}

/** Omits the given name: anyone may have entered anything there. */
export function signUpMail(
  { lang, product, email }: MailTemplateContext,
  link: string,
): MailTemplate {
  const texts = mailTexts[lang].signUp;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader,
    headline: texts.headline,
    paragraphs: texts.paragraphs(product),
    facts: [{ label: mailTexts[lang].account, value: email }],
    action: { text: texts.action, link },
    notes: texts.notes,
    footer: texts.footer(email),
  };
}

/** Replaces the confirmation for an email that already has an account. */
export function accountExistsMail({
  lang,
  product,
  publicUrl,
  email,
}: MailTemplateContext): MailTemplate {
  const texts = mailTexts[lang].accountExists;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader,
    headline: texts.headline,
    paragraphs: texts.paragraphs(product),
    facts: [{ label: mailTexts[lang].account, value: email }],
    action: { text: texts.action, link: `${publicUrl}/login` },
    notes: [texts.forgotten(`${publicUrl}/reset`), ...texts.notes],
    footer: mailTexts[lang].reset.footer(email),
  };
}

/** Replaces the welcome mail for an email that has an account outside the scope of the inviting administrator. */
export function invitedAgainMail({
  lang,
  product,
  publicUrl,
  email,
}: MailTemplateContext): MailTemplate {
  const texts = mailTexts[lang].invitedAgain;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader,
    headline: texts.headline,
    paragraphs: texts.paragraphs(product),
    facts: [{ label: mailTexts[lang].account, value: email }],
    action: { text: texts.action, link: `${publicUrl}/login` },
    notes: texts.notes,
    footer: mailTexts[lang].reset.footer(email),
  };
}

export function passwordChangedMail(
  context: MailTemplateContext,
  event: SecurityEvent,
): MailTemplate {
  const { lang, product, publicUrl, email } = context;
  const texts = mailTexts[lang].passwordChanged;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader,
    headline: texts.headline,
    paragraphs: texts.paragraphs(product),
    facts: factsOf(context, event),
    action: { text: texts.action, link: `${publicUrl}/reset` },
    notes: [texts.wasYou, texts.wasNotYou],
    footer: mailTexts[lang].securityFooter(email),
  };
}

export function newSignInMail(context: MailTemplateContext, event: SecurityEvent): MailTemplate {
  const { lang, product, publicUrl, email } = context;
  const texts = mailTexts[lang].newSignIn;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader(writtenDevice(event.userAgent ?? '', lang)),
    headline: texts.headline,
    paragraphs: texts.paragraphs(product),
    facts: factsOf(context, event),
    action: { text: texts.action, link: `${publicUrl}/user-management` },
    notes: [texts.wasYou, texts.wasNotYou(`${publicUrl}/reset`)],
    footer: mailTexts[lang].securityFooter(email),
  };
}

/** The code that confirms an account for a provider sign-in. */
export function emailCodeMail(
  { lang, product, email }: MailTemplateContext,
  { code, providerName }: { code: string; providerName: string },
): MailTemplate {
  const texts = mailTexts[lang].emailCode;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader,
    headline: texts.headline,
    paragraphs: texts.paragraphs(product, providerName),
    facts: [
      { label: texts.code, value: `${code.slice(0, 4)} ${code.slice(4)}` },
      { label: mailTexts[lang].account, value: email },
    ],
    notes: texts.notes,
    footer: mailTexts[lang].securityFooter(email),
  };
}

export function credentialsRemovedMail(
  context: MailTemplateContext,
  event: SecurityEvent,
  { providerName, removed }: { providerName: string; removed: RemovedCredentials | undefined },
): MailTemplate {
  const { lang, product, publicUrl, email } = context;
  const texts = mailTexts[lang].credentialsRemoved;
  const list = removed === undefined ? [] : texts.removed(removed);
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader(providerName),
    headline: texts.headline,
    paragraphs: texts.paragraphs(product, providerName, list.join(', ')),
    facts: factsOf(context, event),
    action: { text: texts.action, link: `${publicUrl}/user-management` },
    notes: [texts.wasYou, texts.wasNotYou],
    footer: mailTexts[lang].securityFooter(email),
  };
}

export function sessionReusedMail(
  context: MailTemplateContext,
  event: SecurityEvent,
): MailTemplate {
  const { lang, product, publicUrl, email } = context;
  const texts = mailTexts[lang].sessionReused;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader,
    headline: texts.headline,
    paragraphs: texts.paragraphs(product),
    facts: factsOf(context, event),
    action: { text: texts.action, link: `${publicUrl}/user-management?tab=security` },
    notes: [texts.note],
    footer: mailTexts[lang].securityFooter(email),
  };
}

export function secondFactorDueMail(context: MailTemplateContext, due: number): MailTemplate {
  const { lang, product, publicUrl, email } = context;
  const texts = mailTexts[lang].secondFactorDue;
  const until = writtenMoment(due, lang);
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader(until),
    headline: texts.headline,
    paragraphs: texts.paragraphs(product, until),
    facts: [
      { label: mailTexts[lang].account, value: email },
      { label: texts.due, value: until },
    ],
    action: { text: texts.action, link: `${publicUrl}/user-management?tab=security` },
    notes: [texts.note],
    footer: mailTexts[lang].securityFooter(email),
  };
}

function factsOf(
  { lang, email }: MailTemplateContext,
  { at, address, userAgent }: SecurityEvent,
): Fact[] {
  const texts = mailTexts[lang];
  return [
    { label: texts.account, value: email },
    { label: texts.when, value: writtenMoment(at, lang) },
    { label: texts.device, value: writtenDevice(userAgent ?? '', lang) },
    { label: texts.address, value: writtenAddress(address, lang) },
  ];
}

function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
