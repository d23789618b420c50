/** Two tabs may send the same token at nearly the same time; that is not theft. */
const leewayMs = 10_000;

/**
 * The position of a refresh token in the tree of tokens of its session. Each token is a child of the one it was
 * exchanged for.
 */
export interface TokenPosition {
  used: string | null;
  /** Whether a child of it was used. */
  childUsed: boolean;
  /** Whether another child of its parent was used. */
  siblingUsed: boolean;
}

/**
 * What a use of a refresh token means. The head of a session is the token that was used last; these are accepted:
 *
 * - `next`: an unused child of the head, which becomes the head;
 * - `repeated`: the head once more within the leeway, by a second tab or after a lost answer. The head then has several
 *   children: the session is forked until one of them is used.
 *
 * Any other use is `reuse`: two parties hold tokens of the session, and one of them has stolen them. So no two branches
 * of a session both go on, however its tokens were obtained.
 */
export function judgeUse(
  { used, childUsed, siblingUsed }: TokenPosition,
  now: number,
): 'next' | 'repeated' | 'reuse' {
  if (used === null) return siblingUsed ? 'reuse' : 'next';
  return !childUsed && now - Date.parse(used) <= leewayMs ? 'repeated' : 'reuse';
}
