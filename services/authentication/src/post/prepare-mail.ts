import type { MailTemplateParameters } from '@annals/contracts/users';
import type { Queryable } from '@annals/kit/database/database';
import { toTimestamp } from '../context/clock.ts';
import { setConfirmationCode } from '../identity-providers/confirmations.sql.ts';
import { newEmailCode } from '../identity-providers/email-code.ts';
import { newLink, type NewLink } from '../one-time-links/one-time-links.ts';
import type { LinkPurpose, SignUp } from '../one-time-links/one-time-links.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { claimNames } from '../users/create-user.sql.ts';
import { mayHaveAccount } from '../passwords/sign-up-rule.ts';
import { normalizeForSearch } from '../context/normalize.ts';
import { selectAddressee, type Addressee } from './addressees.sql.ts';
import { languageOf, type Letter } from '../mail/letter.ts';
import {
  accountExistsLetter,
  credentialsRemovedLetter,
  emailCodeLetter,
  invitationLetter,
  invitedAgainLetter,
  newSignInLetter,
  passwordChangedLetter,
  providerLetter,
  resetLetter,
  secondFactorDueLetter,
  sessionReusedLetter,
  signUpLetter,
  type Happening,
  type LetterContext,
} from '../mail/letters.ts';
import { lockMail, type MailKind, type QueuedMail } from '../mail/outbox.sql.ts';

export type MailContext = Pick<
  ServiceContext,
  'database' | 'log' | 'clock' | 'publicUrl' | 'productName' | 'signUp'
>;

/** A mail ready to go. */
export interface PreparedMail {
  to: string;
  /** Null: the recipient is no user. */
  userId: string | null;
  /** What it is in the end: an invited user who asks for a reset gets the invitation again. */
  kind: MailKind;
  letter: Letter;
  link: NewLink | undefined;
}

/**
 * Finds out who the mail is for and writes it, with a new one-time link where it needs one. Undefined when there is
 * nothing to send: nobody has that email, or the user may not sign in.
 */
export async function prepareMail(
  context: MailContext,
  transaction: Queryable,
  mail: QueuedMail,
): Promise<PreparedMail | undefined> {
  const who =
    mail.userId === null
      ? { key: normalizeForSearch(mail.recipient.trim()) }
      : { userId: mail.userId };
  const user = await selectAddressee(transaction, who);
  if (!(await lockMail(transaction, mail.id))) return undefined;
  const writer = new Writer(context, transaction, mail);
  if (user !== undefined) return writer.toUser(user);
  if (mail.kind !== 'SIGNUP' || !mayHaveAccount(context.signUp, mail.recipient)) return undefined;
  return writer.signUp();
}

class Writer {
  readonly #context: MailContext;
  readonly #transaction: Queryable;
  readonly #mail: QueuedMail;

  constructor(context: MailContext, transaction: Queryable, mail: QueuedMail) {
    this.#context = context;
    this.#transaction = transaction;
    this.#mail = mail;
  }

  /** The mail goes to the email of the account, never to what was typed: that only folds to the same. */
  async toUser(user: Addressee): Promise<PreparedMail | undefined> {
    const { userId, email, status } = user;
    if (email === null || status === 'DISABLED') return undefined;
    const to = { to: email, userId };
    if (status === 'INVITED')
      return isOfActiveUsers(this.#mail.kind)
        ? undefined
        : { ...to, ...(await this.#invitation(user, email)) };
    const written = await this.#toActive(user, email);
    return written && { ...to, ...written };
  }

  async signUp(): Promise<PreparedMail> {
    const { recipient, parameters, lang } = this.#mail;
    const signUp = { email: recipient, name: parameters.name ?? recipient, lang };
    const link = await this.#newLink('SIGNUP', null, signUp);
    const letter = signUpLetter(this.#templateContext(recipient, lang), link.address);
    return { to: recipient, userId: null, kind: 'SIGNUP', letter, link };
  }

  async #toActive(user: Addressee, email: string) {
    const { kind, parameters } = this.#mail;
    const context = this.#templateContext(email, user.lang);
    const { byAdministrator = false, address } = parameters;
    switch (kind) {
      case 'INVITATION':
        return undefined;
      case 'SIGNUP':
        return { kind, letter: accountExistsLetter(context), link: undefined };
      case 'RESET': {
        if (!byAdministrator && !user.hasPassword && user.providers.length > 0)
          return { kind, letter: providerLetter(context, user.providers), link: undefined };
        const link = await this.#newLink('RESET', user.userId);
        const letter = resetLetter(context, link.address, { byAdministrator, address });
        return { kind, letter, link };
      }
      case 'PASSWORD_CHANGED':
        return {
          kind,
          letter: passwordChangedLetter(context, this.#happening()),
          link: undefined,
        };
      case 'NEW_SIGN_IN':
        return { kind, letter: newSignInLetter(context, this.#happening()), link: undefined };
      case 'EMAIL_CODE': {
        const letter = await this.#emailCode(context, user.userId);
        return letter && { kind, letter, link: undefined };
      }
      case 'CREDENTIALS_REMOVED': {
        const { providerName = '', removed } = parameters;
        const letter = credentialsRemovedLetter(context, this.#happening(), {
          providerName,
          removed,
        });
        return { kind, letter, link: undefined };
      }
      case 'SESSION_REUSED':
        return { kind, letter: sessionReusedLetter(context, this.#happening()), link: undefined };
      case 'SECOND_FACTOR_DUE':
        return {
          kind,
          letter: secondFactorDueLetter(context, Date.parse(parameters.due ?? '')),
          link: undefined,
        };
    }
  }

  /** The code is made here, so that none lies in the outbox. One that was mailed before is of no use any more. */
  async #emailCode(context: LetterContext, userId: string): Promise<Letter | undefined> {
    const hash = Buffer.from(this.#mail.parameters.confirmationHash ?? '', 'hex');
    const { code, codeHash } = newEmailCode(hash);
    const now = toTimestamp(this.#context.clock());
    const set = await setConfirmationCode(this.#transaction, { hash, userId, codeHash }, now);
    return set && emailCodeLetter(context, { code, providerName: set.providerName });
  }

  async #invitation(user: Addressee, email: string) {
    const given: MailTemplateParameters = user.invitationParameters ?? {};
    const link = await this.#newLink('INVITATION', user.userId);
    const context = this.#templateContext(email, given.lang ?? user.lang);
    // who signs in with this email learns of it, and nobody else: the link is made all the same
    if (!(await claimNames(this.#transaction, user.userId)))
      return { kind: 'INVITATION' as const, letter: invitedAgainLetter(context), link };
    return {
      kind: 'INVITATION' as const,
      letter: invitationLetter(context, link.address, given),
      link,
    };
  }

  #newLink(purpose: LinkPurpose, userId: string | null, signUp?: SignUp): Promise<NewLink> {
    return newLink(this.#context, this.#transaction, {
      userId,
      purpose,
      mailed: true,
      ...(signUp === undefined ? {} : { signUp }),
    });
  }

  #templateContext(email: string, lang: string): LetterContext {
    const { publicUrl, productName } = this.#context;
    return {
      lang: languageOf(this.#mail.parameters.lang ?? lang),
      product: productTitleOf(productName),
      publicUrl,
      email,
    };
  }

  #happening(): Happening {
    const { created, parameters } = this.#mail;
    const { address, userAgent } = parameters;
    return { at: Date.parse(created), address, userAgent };
  }
}

function isOfActiveUsers(kind: MailKind): boolean {
  return kind !== 'INVITATION' && kind !== 'RESET' && kind !== 'SIGNUP';
}

/** The product's name as people read it. */
export function productTitleOf(productName: string): string {
  return productName.charAt(0).toUpperCase() + productName.slice(1);
}
