import { domainOf } from '@annals/contracts/email-address';
import { trimInvisible } from '@annals/contracts/unseen-characters';

/** The form in which names, user names and emails are compared and searched, whichever database stores them. */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * The form in which user names and emails are compared: spellings of the same letters are equal, and so are the two
 * forms of an international domain. Accents count, and ß is not ss.
 */
export function signInKey(text: string): string {
  const key = trimInvisible(text).normalize('NFKC').toLowerCase().normalize('NFKC');
  const domain = domainOf(key);
  return domain === '' ? key : `${key.slice(0, key.lastIndexOf('@'))}@${domain}`;
}
