import type { MantineThemeOverride } from '@mantine/core';
import { colors } from './colors.ts';

/** Short enough to feel immediate; disabled under prefers-reduced-motion. */
const transitionProps = { duration: 100 };

// Locking the scroll would insert a style element, which the Content-Security-Policy forbids.
const overlay = {
  defaultProps: { lockScroll: false, transitionProps, overlayProps: { backgroundOpacity: 0.45 } },
};

export const theme: MantineThemeOverride = {
  colors,
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  black: '#1a1e22',
  fontFamily: "'Inter Variable', 'Inter fallback', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, 'DejaVu Sans Mono', monospace",
  headings: {
    fontFamily: "'Inter Variable', 'Inter fallback', system-ui, sans-serif",
    fontWeight: '650',
  },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    Modal: overlay,
    Drawer: overlay,
    // Mantine's placeholder for the focus is not a menu item, and a menu may contain nothing else.
    Menu: { defaultProps: { transitionProps, shadow: 'md', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { transitionProps, shadow: 'md' } },
    Tooltip: { defaultProps: { transitionProps, openDelay: 300, multiline: true } },
    Input: { defaultProps: { size: 'sm' } },
  },
};
