/** @type {Record<string, string>} */
const entities = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text as it stands in an element or in a quoted attribute.
 * @param {string} text
 */
export const escapeHtml = (text) =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
