import { type FunctionComponent, lazy } from 'react';

interface Preloadable {
  preload: () => Promise<unknown>;
  /** For what opens it: its code is loaded when the pointer or the focus reaches that. */
  onApproach: { onPointerEnter: () => void; onFocus: () => void };
}

/** A named export as a component whose code is loaded when it is first rendered, or before. */
export function lazyNamed<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] & Preloadable {
  const component = lazy(async () => ({ default: (await load())[name] as FunctionComponent }));
  const preload = () => void load();
  const preloadable = Object.assign(component, {
    preload: load,
    onApproach: { onPointerEnter: preload, onFocus: preload },
  });
  return preloadable as unknown as Module[Name] & Preloadable;
}
