/** An element of a page, as the protocol of an engine names it. */
export type Handle = object;

/** A tab of a browser that Playwright cannot drive. */
export interface Tab {
  /** Loads the address, and resolves when the document has loaded. */
  load(url: string): Promise<void>;
  /** Runs a function in the page. It sees nothing of the test but its arguments, which are JSON. */
  evaluate<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  /** The element that a function finds in the page. */
  find<Args extends unknown[]>(
    inPage: (...args: Args) => Element | undefined,
    ...args: Args
  ): Promise<Handle | undefined>;
  click(element: Handle): Promise<void>;
  /** Types what replaces the content of the field. */
  fill(element: Handle, text: string): Promise<void>;
  /** Types into what has the focus. */
  type(element: Handle, text: string): Promise<void>;
  /** Presses one of the named keys in the element. */
  press(element: Handle, key: 'Enter'): Promise<void>;
  /** Gives a file to a file input. */
  choose(input: Handle, file: string): Promise<void>;
}

/** A browser with an empty profile. */
export interface Engine {
  /** Where downloads arrive. */
  downloads: string;
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}
