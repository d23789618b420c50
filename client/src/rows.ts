export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the client needs to know about a call. */
export interface Row {
  readonly method: Method;
  /** With `{name}` for each parameter. */
  readonly path: string;
  /** It returns a page of a list with a cursor. */
  readonly isList?: true;
  /** It can be repeated safely; other calls need an Idempotency-Key. */
  readonly isRepeatable?: true;
  /** It needs no authentication. */
  readonly isPublic?: true;
}
