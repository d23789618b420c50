import { deviceName } from '@annals/rules/user-agent';
import { texts } from '../../platform/texts.ts';

export const useDeviceTexts = texts({
  en: {
    unknown: 'Unknown device',
    on: (browser: string, system: string) => `${browser} on ${system}`,
  },
  de: {
    unknown: 'Unbekanntes Gerät',
    on: (browser, system) => `${browser} auf ${system}`,
  },
});

/** The browser and system of a User-Agent header in words; of another program its own name. */
export function deviceLabel(
  userAgent: string | undefined,
  t: ReturnType<typeof useDeviceTexts> = useDeviceTexts.now(),
): string {
  return deviceName(userAgent ?? '', t.on) || t.unknown;
}
