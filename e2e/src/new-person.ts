import type { APIRequestContext } from '@playwright/test';
import { bodyOf, callsAs, callsWith } from './calls.ts';
import { demoProgram } from './demo-program.ts';
import { mailTo, passwordLinkIn } from './mails.ts';

/** Creates a user with the password of the demo users, for a test that changes how the user signs in. */
export async function newPerson(request: APIRequestContext, email: string): Promise<string> {
  const master = await callsAs(request);
  await bodyOf(master('POST /v1/users', { email }));
  const link = passwordLinkIn(await mailTo(email, /^Welcome/));
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  const anonymous = callsWith(request, {});
  await bodyOf(anonymous('POST /v1/auth/password', { token, password: demoProgram.password }));
  return email;
}
