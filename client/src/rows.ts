import { tree } from './rows.generated.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the client needs to know about a call. */
export interface Row {
  readonly method: Method;
  /** With `{name}` for each parameter. */
  readonly path: string;
  /** It returns a page of a list with a cursor. */
  readonly isList: boolean;
  /** It can be repeated safely; other calls need an Idempotency-Key. */
  readonly isRepeatable: boolean;
  /** It needs no authentication. */
  readonly isPublic: boolean;
}

const methods: Readonly<Record<string, Method>> = {
  G: 'GET',
  P: 'POST',
  U: 'PUT',
  C: 'PATCH',
  D: 'DELETE',
};

/** All calls by name. Each line of the tree continues the path of the last less-indented line. */
export function readRows(): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  const path: string[] = [];
  for (const line of tree.split('\n')) {
    const depth = line.search(/\S/);
    const [segments = '', ...calls] = line.trim().split(' ');
    path.splice(depth, path.length, segments);
    for (const call of calls) {
      const [, letter = '', name = '', flags = ''] = /^(.)(\w+)(.*)$/.exec(call) ?? [];
      const method = methods[letter] ?? 'GET';
      rows.set(name, {
        method,
        path: path.join(''),
        isList: flags.includes('*'),
        isRepeatable: method === 'GET' || flags.includes('!'),
        isPublic: flags.includes('~'),
      });
    }
  }
  return rows;
}
