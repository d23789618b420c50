// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { asciiDomain, isEmailAddress } from './email-address.ts';

/** Each with where it was reported, or the rule it follows from. */
const accepted: [address: string, source: string][] = [
  ['ada@example.org', 'RFC 5321'],
  ['jörg@example.org', 'RFC 6531'],
  ['josé@example.com', 'dahlia/upyo#45'],
  ['üñîçøðé@example.com', 'PHPMailer/PHPMailer#251'],
  ['османов@письмо.рф', 'PHPMailer/PHPMailer#668'],
  ['あいうえお@example.com', 'keycloak/keycloak#37192'],
  ['prénom.nom@example.fr', 'keycloak/keycloak#20316'],
  ['пример@кц.рф', 'hobbit-project/platform#503'],
  ['example@რეგისტრაცია.გე', 'hobbit-project/platform#503'],
  ['áöüñ@example.com', 'syrusakbary/validate_email#45'],
  ['paulo.baleizão@sapo.pt', 'JoshData/python-email-validator#1'],
  ['foo—bar@hotmail.com', 'JoshData/python-email-validator#1'],
  ['test@example.бг', 'mozilla/persona#1370'],
  ['Rδοκιμή@gmail.com', 'mozilla/persona#1370'],
  ['test@xn--hxajbheg2az3al.xn--jxalpdlp', 'mozilla/persona#1370'],
  ['a@müller.example', 'RFC 5890'],
  ['a@xn--e1afmkfd.xn--p1ai', 'RFC 5890'],
  ['a@straße.example', 'RFC 5894, section 7.2: ß is a letter of its own'],
  ['a@例え。jp', 'UTS 46: the ideographic full stop separates labels'],
  ["O'Connell@dotcms.com", 'dotCMS/core#9308'],
  ["aaa.d'xxx@yyy.com", 'Kademi/kademi-dev#5878'],
  ['r&d@example.org', 'RFC 5322, atext'],
  ['a/b@example.org', 'RFC 5322, atext'],
  ['!#$%&*+/=?^_`{|}~-@example.org', 'RFC 5322, atext'],
  ['ada+tag@example.org', 'RFC 5233'],
  ['root@localhost', 'keycloak/keycloak#45464'],
  ['user@server', 'keycloak/keycloak#45464'],
  ['a@123.example', 'RFC 1123: a label may be a number'],
  ['1@b--c.example', 'RFC 1123'],
  [`${'a'.repeat(64)}@example.org`, 'RFC 5321, section 4.5.3.1.1'],
];

const refused: [address: string, source: string][] = [
  ['', 'empty'],
  ['ada', 'no @'],
  ['@example.org', 'no local part'],
  ['ada@', 'no domain'],
  ['a b@example.org', 'a space'],
  ['a@exa`mple.org', 'keycloak/keycloak#44568'],
  ['a@b@example.org', 'two @'],
  ['.a@example.org', 'RFC 5322, dot-atom'],
  ['a.@example.org', 'RFC 5322, dot-atom'],
  ['a..b@example.org', 'RFC 5322, dot-atom'],
  ['a@-b.example', 'RFC 952'],
  ['a@b-.example', 'RFC 952'],
  ['a@b..example', 'RFC 1035'],
  ['a@example.org.', 'RFC 5321: no trailing dot'],
  ['a@192.0.2.1', 'an address is no domain'],
  ['a@[192.0.2.1]', 'an address literal'],
  ['a@0x7f.1', 'WHATWG: would become 127.0.0.1'],
  ['"a b"@example.org', 'a quoted local part'],
  ['a@💩.la', 'RFC 5892: symbols are not allowed'],
  ['a@xn--.example', 'RFC 5891: not Punycode'],
  ['a@exa_mple.org', 'RFC 952'],
  ['a@example.org/path', 'a path'],
  ['a@example.org:25', 'a port'],
  ['a\u200b@example.org', 'an invisible character'],
  ['a\u202eb@example.org', 'a change of direction'],
  ['a@example.org\r\nBcc: b@example.org', 'a line break'],
  [`${'ö'.repeat(33)}@example.org`, 'RFC 6531: 64 octets'],
  [`${'a'.repeat(65)}@example.org`, 'RFC 5321, section 4.5.3.1.1'],
  [`a@${'b'.repeat(64)}.example`, 'RFC 1035'],
  [`a@${'ü'.repeat(62)}.example`, 'RFC 5890: 63 octets as an A-label'],
];

describe('an email address', () => {
  it.each(accepted)('is %j (%s)', (address) => expect(isEmailAddress(address)).toBe(true));
  it.each(refused)('is not %j (%s)', (address) => expect(isEmailAddress(address)).toBe(false));
});

it.each([
  ['Müller.example', 'xn--mller-kva.example'],
  ['mu\u0308ller.example', 'xn--mller-kva.example'],
  ['XN--MLLER-KVA.example', 'xn--mller-kva.example'],
  ['EXAMPLE.org', 'example.org'],
  ['straße.example', 'xn--strae-oqa.example'],
  ['strasse.example', 'strasse.example'],
  ['ｅｘａｍｐｌｅ.org', 'example.org'],
  ['localhost', 'localhost'],
  ['exa mple.org', undefined],
])('the domain %j is %j in DNS', (text, domain) => expect(asciiDomain(text)).toBe(domain));
