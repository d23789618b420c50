import * as z from 'zod/mini';
import { aliasHost } from '@annals/rules/alias-hosts';
import { kindOf, sortedOnce, type Change } from '../kind.ts';

const aliasHostFile = z.strictObject({
  kind: z.literal('alias-hosts'),
  hosts: z.array(
    z
      .string()
      .check(
        z.refine(
          (host) => aliasHost(host) !== undefined,
          'Write a host such as example.org or *.example.org.',
        ),
      ),
  ),
});
type AliasHostFile = z.infer<typeof aliasHostFile>;

const spellHosts = (hosts: readonly string[]) =>
  sortedOnce(hosts.flatMap((host) => aliasHost(host) ?? []));

/**
 * The hosts that alias URLs may lead to. They are a setting of the server's process, which no call can change: the plan
 * only reports a difference.
 */
export const aliasHosts = kindOf<AliasHostFile>({
  kind: 'alias-hosts',
  schema: aliasHostFile,

  merge(files, { current, draft, problems }) {
    const hidden = current.hidden.get('aliasHosts');
    for (const { at } of files) if (hidden !== undefined) problems.add(at('kind'), hidden);
    if (files.length > 0)
      draft.aliasHosts = spellHosts(files.flatMap(({ content }) => content.hosts));
  },

  changes({ current, wanted }): Change[] {
    const before = spellHosts(current.configuration.aliasHosts ?? []);
    const after = spellHosts(wanted.aliasHosts ?? []);
    if (before.join() === after.join()) return [];
    const setting = after.length === 0 ? 'without ALIAS_HOSTS' : `with ALIAS_HOSTS=${after.join()}`;
    return [
      {
        action: 'BY_HAND',
        kind: 'alias hosts',
        name: 'ALIAS_HOSTS',
        sentence: `Start the server ${setting}: this cannot be changed while it runs.`,
        details: [
          ...after.filter((host) => !before.includes(host)).map((host) => `+${host}`),
          ...before.filter((host) => !after.includes(host)).map((host) => `-${host}`),
        ],
      },
    ];
  },

  removals: () => [],

  write({ configuration: { aliasHosts: hosts } }) {
    if (hosts === undefined) return [];
    return [
      {
        name: 'alias-hosts.yaml',
        comment:
          'A setting of the process: annals plan reports a difference, ALIAS_HOSTS changes it.',
        content: { kind: 'alias-hosts', hosts },
      },
    ];
  },
});
