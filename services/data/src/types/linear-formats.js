import { linearPattern } from '@annals/rules/linear-pattern';
import { parseUrl } from '@annals/rules/parse-url';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { domainToASCII } from 'node:url';

/**
 * The formats that ajv-formats checks with a regular expression that accepts texts of any length and can take more than
 * linear time. The others are bounded by their own form, such as a date or an IP address.
 */
const byPattern = /** @type {const} */ ([
  'email',
  'uri-reference',
  'uri-template',
  'json-pointer',
  'json-pointer-uri-fragment',
  'relative-json-pointer',
]);

/** @param {string} text */
const isUri = (text) => /^[a-z][a-z0-9+\-.]*:./i.test(text) && matches('uri-reference', text);

/** @param {string} text */
const isUrl = (text) => /^(?:https?|ftp):\/\/[^\s]+$/i.test(text) && parseUrl(text) !== undefined;

/** Letters beyond ASCII stand in a URI percent-encoded (RFC 3987). @param {string} text */
const asUri = (text) => text.replaceAll(/[\u{a0}-\u{10ffff}]/gu, '%20');

/** @param {string} text */
const isIri = (text) => text.isWellFormed() && isUri(asUri(text));

/** @param {string} text */
const isIriReference = (text) => text.isWellFormed() && matches('uri-reference', asUri(text));

/** Nothing longer can be a domain name, in whatever letters. */
const longestDomain = 253;

/** The ASCII form of a domain name; empty for anything else. @param {string} text */
function asDomain(text) {
  const ascii = text.length <= longestDomain ? domainToASCII(text) : '';
  return isHostname.test(ascii) ? ascii : '';
}

const isHostname = /** @type {RegExp} */ (fullFormats.hostname);

/** @param {string} text */
const isInternationalHostname = (text) => asDomain(text) !== '';

/** Letters beyond ASCII are allowed wherever others are (RFC 6531). @param {string} text */
function isInternationalEmail(text) {
  const at = text.lastIndexOf('@');
  const domain = at < 1 ? '' : asDomain(text.slice(at + 1));
  const local = text.slice(0, at).replaceAll(/[\u{a0}-\u{10ffff}]/gu, 'a');
  return domain !== '' && text.isWellFormed() && matches('email', `${local}@${domain}`);
}

/** @type {Map<string, import('@annals/rules/linear-pattern').LinearPattern>} */
const compiled = new Map();

/** @param {typeof byPattern[number]} format @param {string} text */
function matches(format, text) {
  let pattern = compiled.get(format);
  if (!pattern) {
    const expression = fullFormats[format];
    if (!(expression instanceof RegExp)) throw new Error(`The format ${format} has no pattern.`);
    pattern = linearPattern(inAnyCase(expression));
    compiled.set(format, pattern);
  }
  return pattern.test(text);
}

/**
 * A linear pattern has no flags, so the letters of an expression with the flag `i` are listed in both cases.
 * @param {RegExp} expression
 */
const inAnyCase = ({ source }) => source.replaceAll('a-z', 'a-zA-Z').replaceAll('a-f', 'a-fA-F');

/**
 * Replaces the formats that could take very long by ones that take linear time.
 * @param {import('ajv').default} ajv
 */
export function addLinearFormats(ajv) {
  for (const format of byPattern) ajv.addFormat(format, (text) => matches(format, text));
  ajv.addFormat('uri', isUri);
  ajv.addFormat('url', isUrl);
  ajv.addFormat('idn-email', isInternationalEmail);
  ajv.addFormat('idn-hostname', isInternationalHostname);
  ajv.addFormat('iri', isIri);
  ajv.addFormat('iri-reference', isIriReference);
}
