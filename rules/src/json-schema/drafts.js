/**
 * The drafts of JSON Schema that are understood.
 * @typedef {'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12'} Draft
 */

/** @type {Readonly<Record<string, Draft>>} */
const names = {
  'draft-04/schema': 'draft-04',
  'draft-04/hyper-schema': 'draft-04',
  'draft-05/schema': 'draft-04',
  'draft-05/hyper-schema': 'draft-04',
  'draft-06/schema': 'draft-06',
  'draft-06/hyper-schema': 'draft-06',
  'draft-07/schema': 'draft-07',
  'draft-07/hyper-schema': 'draft-07',
  'draft/2019-09/schema': '2019-09',
  'draft/2019-09/hyper-schema': '2019-09',
  'draft/2020-12/schema': '2020-12',
  'draft/2020-12/hyper-schema': '2020-12',
  schema: '2020-12',
};

/**
 * The draft that `$schema` names; undefined for any other text.
 * @param {string} $schema
 * @returns {Draft | undefined}
 */
export function draftOf($schema) {
  const name = /^https?:\/\/json-schema\.org\/(.*?)#?$/.exec($schema)?.[1];
  return name !== undefined && Object.hasOwn(names, name) ? names[name] : undefined;
}

/**
 * Whether siblings of `$ref` have no effect, as in every draft before 2019-09.
 * @param {Draft | undefined} draft
 */
export const ignoresBesideRef = (draft) =>
  draft === 'draft-04' || draft === 'draft-06' || draft === 'draft-07';
