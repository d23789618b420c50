import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { setColorScheme, useColorScheme } from './color-scheme.ts';
import './first-styles.css';
import { theme } from './theme.ts';

/**
 * What MantineProvider does, without the style elements that it inserts, which the Content-Security-Policy
 * forbids: the style sheets contain all of it.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const colorScheme = useColorScheme();
  const context = useMemo(
    () => ({
      colorScheme,
      setColorScheme,
      clearColorScheme: () => setColorScheme('auto'),
      getRootElement: () => document.documentElement,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: true,
    }),
    [colorScheme],
  );
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
