import { Secret, TOTP } from 'otpauth';
import { publicUrl, type RunningService } from './running-service.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** The fields of responses about second factors that the tests use. */
export interface FactorBody {
  accessToken?: string;
  refreshToken?: string;
  challenge?: string;
  methods?: string[];
  enrolment?: boolean;
  passkey?: {
    challenge: string;
    allowCredentials?: { id: string }[];
    rpId?: string;
    userVerification?: string;
  };
  user?: { id: string };
  recoveryCodes?: string[];
  recoveryCodesLeft?: number;
  required?: boolean;
  passkeysAvailable?: boolean;
  id?: string;
  secret?: string;
  uri?: string;
  factor?: { id: string; kind: string; name: string };
  data?: { id: string; kind: string; name: string; lastUsedDate?: string | null }[];
  removed?: number;
  code?: string;
  fields?: { path: string }[];
}

export interface FactorAnswer {
  status: number;
  body: FactorBody;
}

/** The current code of an authenticator app, or that of some steps aside. */
export function codeNow(running: RunningService, secret = '', stepsAside = 0): string {
  const timestamp = running.now + stepsAside * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** The calls about second factors and sign-ins of one user. */
export class FactorClient {
  constructor(readonly running: RunningService) {}

  async call(method: string, path: string, token?: string, body?: unknown): Promise<FactorAnswer> {
    return answerOf(await this.running.call(method, path, { token, body }));
  }

  async own(method: string, path: string, token: string, body?: unknown): Promise<FactorAnswer> {
    return this.call(method, `/v1/users/current/factors${path}`, token, body);
  }

  async signIn(username: string, password?: string): Promise<FactorAnswer> {
    return answerOf(await this.running.signIn(username, password));
  }

  finish(body: object): Promise<FactorAnswer> {
    return this.call('POST', '/v1/auth?type=SECOND_FACTOR', undefined, body);
  }

  /** Sets up an authenticator app, and advances the clock so that the next code is new. */
  async addTotp(
    token: string,
  ): Promise<{ id: string; secret: string; recoveryCodes: string[] | undefined }> {
    const started = await this.own('POST', '/totp', token, { name: 'Telephone' });
    const { id = '', secret = '' } = started.body;
    const code = codeNow(this.running, secret);
    const confirmed = await this.own('POST', `/totp/${id}/confirmation`, token, { code });
    if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed));
    this.running.advance(30);
    return { id, secret, recoveryCodes: confirmed.body.recoveryCodes };
  }

  /** Sets up an authenticator app during a sign-in that requires one, and finishes it. */
  async enrol(challenge: string): Promise<FactorAnswer> {
    const started = await this.call('POST', '/v1/auth/second-factor', undefined, { challenge });
    return this.finish({ challenge, code: codeNow(this.running, started.body.secret) });
  }

  async addPasskey(
    token: string,
    passkey = softwarePasskey(),
  ): Promise<{ id: string; passkey: SoftwareAuthenticator; answer: FactorAnswer }> {
    const options = await this.own('POST', '/passkeys/options', token);
    const attestation = passkey.create(options.body.challenge ?? '', {
      userHandle: options.body.user?.id,
    });
    const answer = await this.own('POST', '/passkeys', token, { name: 'Key', attestation });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer));
    return { id: answer.body.factor?.id ?? '', passkey, answer };
  }
}

export function softwarePasskey(site = { origin: publicUrl, rpId: new URL(publicUrl).hostname }) {
  return new SoftwareAuthenticator(site);
}

function answerOf({ status, body }: { status: number; body: object }): FactorAnswer {
  return { status, body };
}
