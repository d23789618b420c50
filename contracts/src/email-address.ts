/**
 * A domain in the form in which DNS knows it: A-labels (IDNA 2008) in lower case, so that `Müller.example` and
 * `xn--mller-kva.example` are one. Undefined if the text is no domain. A single label is one.
 */
export function asciiDomain(text: string): string | undefined {
  const domain = isAscii(text) && !/xn--/i.test(text) ? text.toLowerCase() : hostOf(text);
  return domain !== undefined && domain.length <= 253 && hostName.test(domain) ? domain : undefined;
}

/** The domain of an email address, as DNS knows it; empty if there is none. */
export function domainOf(email: string): string {
  const at = email.lastIndexOf('@');
  return (at < 0 ? undefined : asciiDomain(email.slice(at + 1))) ?? '';
}

/** Whether mail can be addressed to it (RFC 5321, RFC 6531): no quoted local part, no address literal. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = domainOf(text);
  if (domain === '' || !localPart.test(local)) return false;
  const { length } = new TextEncoder().encode(local);
  return length <= 64 && length + 1 + domain.length <= 254;
}

/** Whether it is a domain with a dot; others exist only within a network. */
export const isPublicDomain = (text: string): boolean => asciiDomain(text)?.includes('.') === true;

// The last label is not a number, so that 192.0.2.1 is no domain.
const hostName =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

// RFC 5322's dot-atom, and outside of ASCII letters, marks, digits and signs: no spaces, no invisible characters.
const localPart =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]|(?![\0-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{S}])+(?:\.(?:[\w!#$%&'*+/=?^`{|}~-]|(?![\0-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{S}])+)*$/u;

// RFC 5892: letters, digits and marks, and what its context rules allow; URL checks those rules.
const unicodeHost = /^[\p{L}\p{M}\p{Nd}.\-·・׳״\u3002\u200c\u200d]+$/u;

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

function hostOf(text: string): string | undefined {
  if (!unicodeHost.test(text)) return undefined;
  try {
    return new URL(`http://${text}`).hostname;
  } catch {
    return undefined;
  }
}
