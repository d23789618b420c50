/** For one call. */
export interface CallOptions {
  /** Gives the call up, and the waiting for its next try. */
  signal?: AbortSignal | undefined;
  /**
   * The key by which a write that is sent again is done once. Made for each write; give one that you store to have a write
   * done once even if the program ends before the answer comes.
   */
  idempotencyKey?: string | undefined;
  /** The `version` that a change starts from: 412 where it is no longer the current one. */
  ifMatch?: number | undefined;
}

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
  hasMore: boolean;
  /** Present where the service can tell it; `estimate` where it is not exact. */
  total?: { value: number; estimate: boolean } | undefined;
}

/** A call of the service. */
export type Call<Input, Answer> = (input: Input, options?: CallOptions) => Promise<Answer>;

/** A call that needs no input. */
export type OptionalCall<Input, Answer> = (input?: Input, options?: CallOptions) => Promise<Answer>;

/** A call that answers with one page of a list. */
export interface ListCall<Input, Item, Answer = Page<Item>> {
  (input: Input, options?: CallOptions): Promise<Answer>;
  /** All items of the list, page by page as they are taken. */
  all(input: Input, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

/** A call that answers with one page of a list, and needs no input. */
export interface OptionalListCall<Input, Item, Answer = Page<Item>> {
  (input?: Input, options?: CallOptions): Promise<Answer>;
  /** All items of the list, page by page as they are taken. */
  all(input?: Input, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

/** The input of a call that takes none. */
export type NoInput = Record<string, never>;
