/** Asks the browser for a passkey; the WebAuthn code is loaded on demand. */
export async function askForPasskey(options: object): Promise<Record<string, unknown>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return { ...(await startAuthentication({ optionsJSON })) };
}

/** Whether this browser can use passkeys at all. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** The user closed the browser's dialog, or no passkey matched. */
export function isRefusedPasskey(error: Error): boolean {
  return error.name === 'NotAllowedError' || error.name === 'AbortError';
}
