import { type FunctionComponent, lazy } from 'react';

/** A component by the name its file exports it under, whose code is loaded when it is first shown. */
export function lazyNamed<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  const component = lazy(async () => ({ default: (await load())[name] as FunctionComponent }));
  return component as unknown as Module[Name];
}
