import type { MailTemplateParameters } from '@annals/contracts/users';
import type { Fact, Language, Letter } from './letter.ts';
import { letterTexts } from './letters.texts.ts';
import { writtenAddress, writtenDevice, writtenMoment } from './moment-and-device.ts';

export interface LetterContext {
  lang: Language;
  /** The product's name as people read it. */
  product: string;
  publicUrl: string;
  /** The recipient. */
  email: string;
}

/** Where and when something happened. */
export interface Happening {
  at: number;
  address: string | null | undefined;
  userAgent: string | undefined;
}

/**
 * The welcome mail (specification 3 and 9): what was given wins over the defaults, and `{email}` is filled in. The
 * address behind the button is always our own, whatever ctaLink says.
 */
export function invitationLetter(
  { lang, product, email }: LetterContext,
  link: string,
  given: MailTemplateParameters,
): Letter {
  const texts = letterTexts[lang].invitation;
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

export function resetLetter(
  { lang, product, email }: LetterContext,
  link: string,
  asked: { byAdministrator: boolean; address: string | null | undefined },
): Letter {
  const texts = letterTexts[lang].reset;
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

/** In place of a reset: of somebody who signs in with identity providers alone. */
export function providerLetter(
  { lang, product, publicUrl, email }: LetterContext,
  providers: readonly string[],
): Letter {
  const texts = letterTexts[lang].provider;
  const names = new Intl.ListFormat(lang, { type: 'disjunction' }).format(providers);
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader(names),
    headline: texts.headline,
    paragraphs: texts.paragraphs(product, names),
    action: { text: texts.action, link: `${publicUrl}/login` },
    notes: texts.notes,
    footer: letterTexts[lang].reset.footer(email),
  };
}

/** Leaves out the name that was given: anybody may have typed anything there. */
export function signUpLetter({ lang, product, email }: LetterContext, link: string): Letter {
  const texts = letterTexts[lang].signUp;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader,
    headline: texts.headline,
    paragraphs: texts.paragraphs(product),
    facts: [{ label: letterTexts[lang].account, value: email }],
    action: { text: texts.action, link },
    notes: texts.notes,
    footer: texts.footer(email),
  };
}

/** In place of the confirmation: of somebody who has an account. */
export function accountExistsLetter({ lang, product, publicUrl, email }: LetterContext): Letter {
  const texts = letterTexts[lang].accountExists;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader,
    headline: texts.headline,
    paragraphs: texts.paragraphs(product),
    facts: [{ label: letterTexts[lang].account, value: email }],
    action: { text: texts.action, link: `${publicUrl}/login` },
    notes: [texts.forgotten(`${publicUrl}/reset`), ...texts.notes],
    footer: letterTexts[lang].reset.footer(email),
  };
}

export function passwordChangedLetter(context: LetterContext, happening: Happening): Letter {
  const { lang, product, publicUrl, email } = context;
  const texts = letterTexts[lang].passwordChanged;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader,
    headline: texts.headline,
    paragraphs: texts.paragraphs(product),
    facts: factsOf(context, happening),
    action: { text: texts.action, link: `${publicUrl}/reset` },
    notes: [texts.wasYou, texts.wasNotYou],
    footer: letterTexts[lang].securityFooter(email),
  };
}

export function newSignInLetter(context: LetterContext, happening: Happening): Letter {
  const { lang, product, publicUrl, email } = context;
  const texts = letterTexts[lang].newSignIn;
  return {
    lang,
    subject: texts.subject(product),
    preheader: texts.preheader(writtenDevice(happening.userAgent ?? '', lang)),
    headline: texts.headline,
    paragraphs: texts.paragraphs(product),
    facts: factsOf(context, happening),
    action: { text: texts.action, link: `${publicUrl}/user-management` },
    notes: [texts.wasYou, texts.wasNotYou(`${publicUrl}/reset`)],
    footer: letterTexts[lang].securityFooter(email),
  };
}

function factsOf({ lang, email }: LetterContext, { at, address, userAgent }: Happening): Fact[] {
  const texts = letterTexts[lang];
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
