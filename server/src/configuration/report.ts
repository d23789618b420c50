import { accessSentence } from './access.ts';
import type { CurrentState } from './current-state.ts';
import type { Action, Change } from './kind.ts';
import type { Plan } from './plan.ts';

const signs: Readonly<Record<Action, string>> = {
  CREATE: '+',
  CHANGE: '~',
  REMOVE: '-',
  BY_HAND: '!',
};
/** Longer details, such as whole schemas, are cut. */
const maxDetailLength = 300;

/** A plan in words, for a terminal or a pipeline log. */
export function planAsText(plan: Plan, { hidden }: CurrentState): string {
  const { changes, access, leftAlone } = plan;
  const paragraphs = [
    changes.length === 0
      ? 'No changes: the server matches the files.'
      : `${countOf(changes.length, 'change', 'changes')}:`,
    changes.flatMap(changeLines).join('\n'),
    heading(
      'Who gains or loses access:',
      access.map((each) => `${each.direction === 'gains' ? '+' : '-'} ${accessSentence(each)}`),
    ),
    changes.length > 0 && hidden.has('users')
      ? 'Access changes are unknown: you may not see the users.'
      : changes.length > 0 && access.length === 0
        ? 'Nobody gains or loses access.'
        : '',
    heading(
      'On the server and not in the files, left alone:',
      leftAlone.map((each) => `  ${each}`),
    ),
  ];
  return `${paragraphs.filter((text) => text !== '').join('\n\n')}\n`;
}

/** The same for programs. */
export const planAsJson = ({ changes, access, leftAlone }: Plan) => ({
  changes: changes.map(({ action, kind, name, sentence, details }) => ({
    action,
    kind,
    name,
    sentence,
    details,
  })),
  access,
  leftAlone,
});

export const countOf = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const changeLines = ({ action, sentence, details }: Change): string[] => [
  `${signs[action]} ${sentence}`,
  ...details.map((detail) => `    ${cut(detail, maxDetailLength)}`),
];

const heading = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [title, ...lines].join('\n');

export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;
