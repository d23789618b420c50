import { useEffect, useRef, useState } from 'react';
import type { SignInWay } from './sign-in-ways.ts';
import { isEmail } from './typed-email.ts';

async function load() {
  const { SignInWays, askForWays, startAt, wayOfEmail } = await import('./SignInWays.tsx');
  return { SignInWays, startAt, wayOfEmail, ...(await askForWays()) };
}

/** What the sign-in offers besides the password. */
export type SignInWays = Awaited<ReturnType<typeof load>>;

/**
 * Loads the other ways in after the form is there, and finds the provider of an email's domain when the field is left
 * or the form is sent. Without any of it, whatever the reason, the form is what it is.
 * @param username as typed
 */
export function useSignInWays(username: string) {
  const [ways, setWays] = useState<SignInWays>();
  const loading = useRef<Promise<SignInWays | undefined>>(undefined);
  useEffect(() => {
    loading.current = load().catch(() => undefined);
    void loading.current.then(setWays);
  }, []);

  const [found, setFound] = useState<{ email: string; way: SignInWay | undefined }>();
  const asking = useRef<{ email: string; way: Promise<SignInWay | undefined> }>(undefined);
  const email = username.trim();
  const lookUp = async (): Promise<SignInWay | undefined> => {
    if (!isEmail(email)) return undefined;
    const known = await loading.current;
    if (known === undefined || known.ways.length === 0) return undefined;
    if (asking.current?.email !== email) asking.current = { email, way: known.wayOfEmail(email) };
    const way = await asking.current.way;
    setFound({ email, way });
    return way;
  };
  /** Where the person is to sign in, as far as the email tells. */
  const organisation = found?.email === email ? found.way : undefined;
  const start = async (way: SignInWay, returnTo: string) => {
    await (await loading.current)?.startAt(way, returnTo);
  };
  return { ways, organisation, lookUp, start };
}
