import { usePasskeyTexts } from './passkeys.texts.ts';

// The WebAuthn code is loaded on demand.
const loadWebauthn = () => import('@simplewebauthn/browser');

type Options = Record<string, unknown>;

/** Whether this browser can use passkeys at all. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Creates a passkey (navigator.credentials.create). @param options as the service sent them */
export async function makePasskey(options: object): Promise<Options> {
  requireSite(options);
  const { startRegistration } = await loadWebauthn();
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return { ...(await startRegistration({ optionsJSON })) };
}

/** Asks the browser for a passkey (navigator.credentials.get), in a dialog. @param options as the service sent them */
export async function askForPasskey(options: object): Promise<Options> {
  requireSite(options);
  return ask(options, false);
}

/**
 * Offers passkeys among the browser's suggestions for the user name (conditional mediation), until one is chosen.
 * @returns undefined if the browser cannot do that, at this address or at all
 */
export async function offerPasskeys(options: object): Promise<Options | undefined> {
  if (siteOf(options) !== undefined && !isOurs(siteOf(options))) return undefined;
  const { browserSupportsWebAuthnAutofill } = await loadWebauthn();
  return (await browserSupportsWebAuthnAutofill()) ? ask(options, true) : undefined;
}

/** Ends what the browser asks or offers. */
export async function endPasskeyRequest(): Promise<void> {
  const { WebAuthnAbortService } = await loadWebauthn();
  WebAuthnAbortService.cancelCeremony();
}

async function ask(options: object, useBrowserAutofill: boolean): Promise<Options> {
  const { startAuthentication } = await loadWebauthn();
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill })) };
}

/** The user closed the browser's dialog, or no passkey matched. */
export function isRefusedPasskey(error: Error): boolean {
  return error.name === 'NotAllowedError' || error.name === 'AbortError';
}

/** Tells the device that the service does not have this passkey any more, so that it is not offered again. */
export async function forgetPasskey(options: object, { id }: Options): Promise<void> {
  const api = window.PublicKeyCredential as unknown as {
    signalUnknownCredential?: (passkey: object) => Promise<void>;
  };
  const passkey = { rpId: siteOf(options), credentialId: id };
  await api.signalUnknownCredential?.(passkey).catch(() => undefined);
}

/** The host name that the passkeys of the service are bound to. */
function siteOf(options: object): string | undefined {
  const { rpId, rp } = options as { rpId?: string; rp?: { id?: string } };
  return rpId ?? rp?.id;
}

/** As the browser decides it (WebAuthn level 3, section 5.1.4.1), except that it refuses without a reason. */
function isOurs(site: string | undefined): boolean {
  const { hostname } = window.location;
  return site === undefined || hostname === site || hostname.endsWith(`.${site}`);
}

/** @throws Error that says where the passkeys work */
function requireSite(options: object): void {
  const site = siteOf(options);
  if (!isOurs(site))
    throw new Error(usePasskeyTexts.now().otherSite(site ?? '', window.location.hostname));
}
