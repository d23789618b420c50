// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const features = path.resolve(import.meta.dirname, '../../features');
const filesOf = (ending: string) =>
  readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(path.join(features, file), 'utf8') }));

/** Markup of a list that is none of things one searches, sorts, pages or selects, and what it is instead. */
const otherLists: Readonly<Record<string, string>> = {
  'account/MyPermissions.tsx': 'roles with their words',
  'home/HomePage.tsx': 'cards',
  'home/NeedsAttention.tsx': 'cards',
  'identity-providers/ProviderCheckList.tsx': 'steps of a check',
  'transfers/import/ImportTab.tsx': 'help',
  'objects/erase/EraseFields.tsx': 'a choice in a form',
  'objects/erase/ErasePreview.tsx': 'sentences',
  'objects/history/HistoryList.tsx': 'a time line, two of it to choose',
  'objects/references/ReferencedByPage.tsx': 'groups that unfold',
  'objects/references/ReferencedByPanel.tsx': 'a preview',
  'objects/references/ReferencesPanel.tsx': 'the references of one object',
  'objects/references/graph/ReferenceGraph.tsx': 'a graph',
  'objects/search/SearchTextPage.tsx': 'hits with their places',
  'objects/version/proof/ProofVerdict.tsx': 'sentences',
  'organizational-units/UnitOverview.tsx': 'words of one unit',
  'organizational-units/UnitTree.tsx': 'a tree',
  'partitions/members/AddMembers.tsx': 'suggestions of a search field',
  'partitions/types/SchemaEditor.tsx': 'errors of a form',
  'session/Enrolment.tsx': 'steps',
  'session/RecoveryCodes.tsx': 'codes to copy',
  'session/ProviderCallback.tsx': 'sentences',
  'session/SetPasswordForm.tsx': 'the API tokens that are revoked',
  'users/DefineRoles.tsx': 'roles with their words',
  'users/ExplainAccess.tsx': 'sentences',
  'users/RoleSources.tsx': 'sentences',
  'users/UserRoles.tsx': 'roles with their words',
};

it('shows tables with DataList or SimpleTable alone', () => {
  const own =
    /<(table|thead|tbody|tr|td|th)\b|role="(table|grid|treegrid|row|rowgroup|gridcell|list|listitem)"|\buseTable\(|Virtualizer\(|<Table\b/;
  expect(filesOf('.tsx').flatMap(({ file, text }) => (own.test(text) ? [file] : []))).toEqual([]);
  const css = /border-collapse|display: table/;
  expect(filesOf('.css').flatMap(({ file, text }) => (css.test(text) ? [file] : []))).toEqual([]);
});

it('lists things with DataList or SimpleTable, but for what is named here', () => {
  const lists = filesOf('.tsx').flatMap(({ file, text }) =>
    /<(ul|ol|dl)\b/.test(text) ? [file] : [],
  );
  expect(lists.toSorted()).toEqual(Object.keys(otherLists).toSorted());
});

it('asks for the pages of a list through its state, and for the next ones of a feed alone', () => {
  const feeds = filesOf('.tsx').flatMap(({ file, text }) =>
    text.includes('useInfiniteQuery(') ? [file] : [],
  );
  expect(feeds.toSorted()).toEqual([
    'objects/history/HistoryPage.tsx',
    'objects/history/ValuesTab.tsx',
    'objects/references/ReferencedByPage.tsx',
    'objects/search/SearchTextPage.tsx',
  ]);
});
