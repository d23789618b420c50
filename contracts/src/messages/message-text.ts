import type { Parameter, ServiceMessage } from '../messages.ts';

/** With `{name}` where a parameter stands; a function where a parameter decides about words. */
export type MessageText = string | ((parameters: never) => string);

/** The parameters of a text. */
export type ParametersOf<Text> = Text extends (parameters: infer Parameters) => string
  ? Parameters
  : Readonly<Record<NamesIn<Text>, Parameter>>;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The same messages in another language. */
export type TextsOf<Texts> = {
  readonly [Code in keyof Texts]: string | ((parameters: ParametersOf<Texts[Code]>) => string);
};

const placeholder = /\{(\w+)\}/g;

/** @param show how a message within it reads */
export function fillIn(
  text: MessageText,
  parameters: Readonly<Record<string, Parameter>>,
  show: (inner: ServiceMessage) => string,
): string {
  if (typeof text === 'function') return text(parameters as never);
  return text.replace(placeholder, (_, name: string) => {
    const value = parameters[name] ?? '';
    if (typeof value !== 'object') return String(value);
    if ('message' in value) return show(value);
    return value
      .map((each) => `${each.path === '' ? '' : `${each.path}: `}${show(each)}`)
      .join(' ');
  });
}
