import { type FunctionComponent, lazy } from 'react';

/** A named export as a component whose code is loaded when it is first rendered. */
export function lazyNamed<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  const component = lazy(async () => ({ default: (await load())[name] as FunctionComponent }));
  return component as unknown as Module[Name];
}
