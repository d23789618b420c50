import type { Metrics } from '@annals/kit/metrics/metrics';
import { Problem } from '@annals/kit/problem';

const methods = [
  'PASSWORD',
  'SECOND_FACTOR',
  'IDENTITY_PROVIDER',
  'PASSKEY',
  'EMAIL_CODE',
  'REFRESH_TOKEN',
] as const;
export type SignInMethod = (typeof methods)[number];
const outcomes = ['succeeded', 'second_factor_asked', 'failed', 'delayed', 'error'] as const;
type Outcome = (typeof outcomes)[number];
const mailOutcomes = ['sent', 'postponed', 'given_up'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];
const breachChecks = ['listed', 'not_listed', 'unavailable'] as const;
export type BreachCheck = (typeof breachChecks)[number];

/** Counts sign-ins, sent mails and checks of passwords against published lists, by outcome. */
export class AuthenticationMetrics {
  readonly #signIns;
  readonly #mails;
  readonly #breachChecks;

  constructor(metrics: Metrics) {
    this.#signIns = metrics.counter(
      'annals_sign_ins_total',
      'Attempts to sign in or to renew a session, by outcome; delayed: refused for a while after many failures or under load.',
      ['method', 'outcome'],
    );
    this.#mails = metrics.counter('annals_mails_total', 'Attempts to send a mail, by outcome.', [
      'outcome',
    ]);
    for (const method of methods)
      for (const outcome of outcomes)
        if (outcome !== 'second_factor_asked' || method !== 'REFRESH_TOKEN')
          this.#signIns.inc({ method, outcome }, 0);
    this.#breachChecks = metrics.counter(
      'annals_breached_password_checks_total',
      'New passwords looked up in the published list of breached passwords, by outcome.',
      ['outcome'],
    );
    for (const outcome of mailOutcomes) this.#mails.inc({ outcome }, 0);
    for (const outcome of breachChecks) this.#breachChecks.inc({ outcome }, 0);
  }

  async signIn<Answer extends object>(
    method: SignInMethod,
    attempt: Promise<Answer>,
  ): Promise<Answer> {
    try {
      const answer = await attempt;
      const outcome = 'accessToken' in answer ? 'succeeded' : 'second_factor_asked';
      this.#signIns.inc({ method, outcome });
      return answer;
    } catch (error) {
      this.#signIns.inc({ method, outcome: outcomeOf(error) });
      throw error;
    }
  }

  mail(outcome: MailOutcome): void {
    this.#mails.inc({ outcome });
  }

  breachCheck(outcome: BreachCheck): void {
    this.#breachChecks.inc({ outcome });
  }
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Problem)) return 'error';
  if (error.status === 429) return 'delayed';
  return error.status < 500 ? 'failed' : 'error';
}
