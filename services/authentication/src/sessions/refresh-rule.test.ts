import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { runs } from '@annals/contracts/testing/exhaustive';
import { RunningService } from '../testing/running-service.ts';

/** The guarantees of the rule, stated without a tree: a session has one head, and continues only from it. */
class SessionModel {
  readonly #parents: (number | undefined)[] = [undefined];
  #head: number | undefined;
  #headUsed = 0;
  #over = false;

  get tokens(): number {
    return this.#parents.length;
  }

  /** Whether the use is accepted, which creates one more token. */
  use(token: number, now: number): boolean {
    if (this.#over) return false;
    const isNext = this.#parents[token] === this.#head && token !== this.#head;
    const isRepeated = token === this.#head && now - this.#headUsed <= 10_000;
    this.#over = !isNext && !isRepeated;
    if (this.#over) return false;
    if (isNext) {
      this.#head = token;
      this.#headUsed = now;
    }
    this.#parents.push(token);
    return true;
  }
}

const step = fc.oneof(
  fc.record({ token: fc.nat() }),
  // The newest ones, as honest holders and thieves who keep up send them.
  fc.record({ newest: fc.nat({ max: 2 }) }),
  fc.record({ wait: fc.nat({ max: 15 }) }),
);

describe.each(testDatabases())('use of refresh tokens, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let count = 0;
  const someone = () => running.createAndSignIn(`person${(count += 1)}@example.org`, 'USER');

  it('is accepted along one line, whoever holds the tokens', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const model = new SessionModel();
      const { refreshToken } = await someone();
      const tokens = [refreshToken];
      for (const each of steps) {
        if ('wait' in each) {
          running.advance(each.wait);
          continue;
        }
        const index =
          'token' in each
            ? each.token % tokens.length
            : Math.max(0, tokens.length - 1 - each.newest);
        const { status, body } = await running.refresh(tokens[index]);
        expect(status).toBe(model.use(index, running.now) ? 200 : 401);
        if (status === 200) tokens.push(body.refreshToken ?? '');
        expect(tokens).toHaveLength(model.tokens);
      }
    });
    await fc.assert(property, { numRuns: runs(25) });
  });

  it('never ends the session of one browser, with concurrent tabs and lost responses', async () => {
    // For each round: which of the tabs' responses arrive, in which order.
    const round = fc.oneof(
      fc.record({
        wait: fc.constant(300),
        stored: fc.shuffledSubarray([0, 1, 2], { minLength: 1 }),
      }),
      fc.record({
        wait: fc.constant(1_700),
        stored: fc.shuffledSubarray([0, 1, 2], { minLength: 1 }),
      }),
    );
    const property = fc.asyncProperty(fc.array(round, { maxLength: 5 }), async (rounds) => {
      let { refreshToken: stored } = await someone();
      for (const each of rounds) {
        running.advance(each.wait);
        const answers = await Promise.all([0, 1, 2].map(() => running.refresh(stored)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        for (const tab of each.stored) stored = answers[tab]?.body.refreshToken ?? '';
      }
      expect((await running.refresh(stored)).status).toBe(200);
    });
    await fc.assert(property, { numRuns: runs(12) });
  });
});
