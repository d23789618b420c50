import type { MailTemplateParameters } from '@annals/contracts/users';
import type { Queryable } from '@annals/kit/database/database';
import { mayHaveAccount } from '../accounts/insert-user.ts';
import { claimNames } from '../accounts/sign-in-names.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import { signInKey } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { LinkPurpose, SignUp } from '../one-time-links/one-time-links.sql.ts';
import { newLink, type NewLink } from '../one-time-links/one-time-links.ts';
import { selectIssuedToken, selectIssuedTokens } from '../tokens/issued-tokens.sql.ts';
import { newEmailCode } from '../tokens/secrets.ts';
import { languageOf, type MailTemplate } from './mail-template.ts';
import {
  accountExistsMail,
  changeSetMail,
  credentialsRemovedMail,
  emailCodeMail,
  followedMail,
  invitationMail,
  invitedAgainMail,
  newSignInMail,
  passwordChangedMail,
  providerMail,
  resetMail,
  secondFactorDueMail,
  sessionReusedMail,
  signUpMail,
  tokenCreatedMail,
  webhookGivenUpMail,
  type SecurityEvent,
  type MailTemplateContext,
  type ValidTokens,
} from './mail-templates.ts';
import {
  lockMail,
  selectRecipient,
  setConfirmationCode,
  type Recipient,
  type MailKind,
  type QueuedMail,
} from './outbox.sql.ts';

/** The page of the link lists more. */
const maxTokensInMail = 20;

export type MailContext = Pick<
  ServiceContext,
  'database' | 'log' | 'clock' | 'publicUrl' | 'productName' | 'signUp'
>;

/** A mail ready to be sent. */
export interface PreparedMail {
  to: string;
  /** Null: the recipient has no account. */
  userId: string | null;
  /** The final kind: an invited user who requests a reset gets the invitation again. */
  kind: MailKind;
  template: MailTemplate;
  link: NewLink | undefined;
}

/**
 * Finds the recipient and renders the mail, with a new one-time link if needed. Undefined when there is nothing to
 * send: no user has that email, or the user is disabled.
 */
export async function prepareMail(
  context: MailContext,
  transaction: Queryable,
  mail: QueuedMail,
): Promise<PreparedMail | undefined> {
  const who = mail.userId === null ? { key: signInKey(mail.recipient) } : { userId: mail.userId };
  const user = await selectRecipient(transaction, who);
  if (!(await lockMail(transaction, mail.id))) return undefined;
  const writer = new MailWriter(context, transaction, mail);
  if (user !== undefined) return writer.toUser(user);
  if (mail.kind !== 'SIGNUP' || !mayHaveAccount(context.signUp, mail.recipient)) return undefined;
  return writer.signUp();
}

class MailWriter {
  readonly #context: MailContext;
  readonly #transaction: Queryable;
  readonly #mail: QueuedMail;

  constructor(context: MailContext, transaction: Queryable, mail: QueuedMail) {
    this.#context = context;
    this.#transaction = transaction;
    this.#mail = mail;
  }

  /** The mail goes to the email of the account, never to the entered one, which is only equal after normalization. */
  async toUser(user: Recipient): Promise<PreparedMail | undefined> {
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
    const template = signUpMail(this.#templateContext(recipient, lang), link.address);
    return { to: recipient, userId: null, kind: 'SIGNUP', template, link };
  }

  async #toActive(user: Recipient, email: string) {
    const { kind, parameters } = this.#mail;
    const context = this.#templateContext(email, user.lang);
    const { byAdministrator = false, address } = parameters;
    switch (kind) {
      case 'INVITATION':
        return undefined;
      case 'SIGNUP':
        return { kind, template: accountExistsMail(context), link: undefined };
      case 'RESET': {
        if (!byAdministrator && !user.hasPassword && user.providers.length > 0)
          return { kind, template: providerMail(context, user.providers), link: undefined };
        const link = await this.#newLink('RESET', user.userId);
        const template = resetMail(context, link.address, { byAdministrator, address });
        return { kind, template, link };
      }
      case 'PASSWORD_CHANGED':
        return this.#aboutTokens(user.userId, (valid) => ({
          kind,
          template: passwordChangedMail(context, this.#event(), valid),
        }));
      case 'TOKEN_CREATED': {
        const created = await selectIssuedToken(this.#transaction, parameters.tokenId ?? '');
        if (created === undefined) return undefined;
        const { hasPassword } = user;
        return this.#aboutTokens(user.userId, (valid) => ({
          kind,
          template: tokenCreatedMail(context, this.#event(), { created, valid, hasPassword }),
        }));
      }
      case 'NEW_SIGN_IN':
        return { kind, template: newSignInMail(context, this.#event()), link: undefined };
      case 'EMAIL_CODE': {
        const template = await this.#emailCode(context, user.userId);
        return template && { kind, template, link: undefined };
      }
      case 'CREDENTIALS_REMOVED': {
        const { providerName = '', removed } = parameters;
        const template = credentialsRemovedMail(context, this.#event(), {
          providerName,
          removed,
        });
        return { kind, template, link: undefined };
      }
      case 'SESSION_REUSED':
        return { kind, template: sessionReusedMail(context, this.#event()), link: undefined };
      case 'CHANGE_SET':
        // It may have been switched off since.
        return parameters.changeSet && user.changeSetMails
          ? { kind, template: changeSetMail(context, parameters.changeSet), link: undefined }
          : undefined;
      case 'WEBHOOK_GIVEN_UP':
        return (
          parameters.webhook && {
            kind,
            template: webhookGivenUpMail(context, parameters.webhook),
            link: undefined,
          }
        );
      case 'FOLLOWED':
        return (
          parameters.followed && {
            kind,
            template: followedMail(context, parameters.followed),
            link: undefined,
          }
        );
      case 'SECOND_FACTOR_DUE':
        return {
          kind,
          template: secondFactorDueMail(context, Date.parse(parameters.due ?? '')),
          link: undefined,
        };
    }
  }

  /** Adds the valid tokens that the user issued, with a link to revoke them, if there are any. */
  async #aboutTokens<Mail extends { kind: MailKind; template: MailTemplate }>(
    userId: string,
    write: (valid: ValidTokens | undefined) => Mail,
  ) {
    const now = toTimestamp(this.#context.clock());
    const issued = await selectIssuedTokens(this.#transaction, userId, {
      now,
      most: maxTokensInMail,
    });
    if (issued.total === 0) return { ...write(undefined), link: undefined };
    const link = await this.#newLink('REVOCATION', userId);
    return { ...write({ ...issued, link: link.address }), link };
  }

  /** The code is created here, so that it is not stored in the outbox. An earlier one becomes invalid. */
  async #emailCode(
    context: MailTemplateContext,
    userId: string,
  ): Promise<MailTemplate | undefined> {
    const hash = Buffer.from(this.#mail.parameters.confirmationHash ?? '', 'hex');
    const { code, codeHash } = newEmailCode(hash);
    const now = toTimestamp(this.#context.clock());
    const set = await setConfirmationCode(this.#transaction, { hash, userId, codeHash }, now);
    return set && emailCodeMail(context, { code, providerName: set.providerName });
  }

  async #invitation(user: Recipient, email: string) {
    const template: MailTemplateParameters = user.invitationParameters ?? {};
    const link = await this.#newLink('INVITATION', user.userId);
    const context = this.#templateContext(email, template.lang ?? user.lang);
    // Only the owner of this email learns of it, because the link is created anyway.
    if (!(await claimNames(this.#transaction, user.userId)))
      return { kind: 'INVITATION' as const, template: invitedAgainMail(context), link };
    return {
      kind: 'INVITATION' as const,
      template: invitationMail(context, link.address, template),
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

  #templateContext(email: string, lang: string): MailTemplateContext {
    const { publicUrl, productName } = this.#context;
    return {
      lang: languageOf(this.#mail.parameters.lang ?? lang),
      product: productTitleOf(productName),
      publicUrl,
      email,
    };
  }

  #event(): SecurityEvent {
    const { created, parameters } = this.#mail;
    const { address, userAgent } = parameters;
    return { at: Date.parse(created), address, userAgent };
  }
}

function isOfActiveUsers(kind: MailKind): boolean {
  return kind !== 'INVITATION' && kind !== 'RESET' && kind !== 'SIGNUP';
}

/** The product's display name. */
export function productTitleOf(productName: string): string {
  return productName.charAt(0).toUpperCase() + productName.slice(1);
}
