/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call and the wait for its next attempt. */
  signal?: AbortSignal | undefined;
  /**
   * The key that prevents a retried write from being carried out twice. Generated for each write; pass one that
   * you store if a write must be carried out once even when the program ends before the response arrives.
   */
  idempotencyKey?: string | undefined;
  /** The `version` on which a change is based: 412 if it is no longer the current one. */
  ifMatch?: number | undefined;
}

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
  hasMore: boolean;
  /** Present if the service knows it; `estimate` if it is not exact. */
  total?: { value: number; estimate: boolean } | undefined;
}

/** A method for a call of the service. */
export type Call<Input, Answer> = (input: Input, options?: CallOptions) => Promise<Answer>;

/** A method without required input. */
export type OptionalCall<Input, Answer> = (input?: Input, options?: CallOptions) => Promise<Answer>;

/** A method that returns one page of a list. */
export interface ListCall<Input, Item, Answer = Page<Item>> {
  (input: Input, options?: CallOptions): Promise<Answer>;
  /** Iterates over all items of the list and reads pages as needed. */
  all(input: Input, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

/** A method that returns one page of a list, without required input. */
export interface OptionalListCall<Input, Item, Answer = Page<Item>> {
  (input?: Input, options?: CallOptions): Promise<Answer>;
  /** Iterates over all items of the list and reads pages as needed. */
  all(input?: Input, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

/** The input of a call that takes none. */
export type NoInput = Record<string, never>;
