import type { ProviderTrial, RemovedCredentials } from '@annals/contracts/sign-in';
import type { Answer, AnswerBody, RunningService } from './running-service.ts';

/** The fields of responses about providers that the tests use. */
interface ProviderBody extends Omit<AnswerBody, 'data' | 'fields'> {
  version?: number;
  hasClientSecret?: boolean;
  authorizationUrl?: string;
  challenge?: string;
  data?: Record<string, unknown>[];
  fields?: { path: string; message: string }[];
  checks?: { name: string; ok: boolean; message: string }[];
  linked?: { identityProviderId: string };
  confirmation?: string;
  byEmail?: boolean;
  removedCredentials?: RemovedCredentials;
  trial?: ProviderTrial;
}

export interface ProviderAnswer {
  status: number;
  body: ProviderBody;
  headers: Headers;
}

/** The calls about and through identity providers. */
export class ProviderCalls {
  constructor(
    readonly running: RunningService,
    /** Of the caller, if a call names no other. */
    public token = '',
  ) {}

  async call(
    method: string,
    path: string,
    body?: unknown,
    token: string | undefined = this.token,
    headers: Record<string, string> = {},
  ): Promise<ProviderAnswer> {
    const answer: Omit<Answer, 'body'> & { body: unknown } = await this.running.call(method, path, {
      token,
      body,
      headers,
    });
    return answer as ProviderAnswer;
  }

  /** Creates a provider and returns its id. */
  async make(settings: Record<string, unknown>, query = ''): Promise<string> {
    const { status, body } = await this.call('POST', `/v1/identity-providers${query}`, settings);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.id ?? '';
  }

  change(id: string, settings: Record<string, unknown>): Promise<ProviderAnswer> {
    return this.call('PATCH', `/v1/identity-providers/${id}`, settings);
  }

  async start(id: string, query = ''): Promise<string> {
    const { body } = await this.call(
      'POST',
      `/v1/auth/identity-providers/${id}/authorization${query}`,
      undefined,
      '',
    );
    if (body.authorizationUrl === undefined) throw new Error(JSON.stringify(body));
    return body.authorizationUrl;
  }

  finish(answer: { code: string; state: string; iss?: string }): Promise<ProviderAnswer> {
    const { code, state, iss } = answer;
    const body = { code, state, ...(iss === undefined ? {} : { iss }) };
    return this.call('POST', '/v1/auth?type=IDENTITY_PROVIDER', body, '');
  }

  /** The user who is signed in with the tokens of the response. */
  async whoIs({ status, body }: ProviderAnswer): Promise<AnswerBody> {
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (await this.running.get('/v1/users/current', body.accessToken)).body;
  }
}
