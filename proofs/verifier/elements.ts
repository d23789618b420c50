type Child = Node | string;

/** An element with attributes and children; strings become text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes))
    created.setAttribute(attribute, value);
  created.append(...children);
  return created;
}

/** A list of terms and values; terms without a value are omitted. */
export function facts(rows: readonly (readonly [string, Child | undefined])[]): HTMLElement {
  const list = element('dl');
  for (const [term, value] of rows)
    if (value !== undefined) list.append(element('dt', {}, term), element('dd', {}, value));
  return list;
}

export const code = (text: string): HTMLElement => element('span', { class: 'value' }, text);
