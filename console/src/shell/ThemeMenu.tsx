import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { colorSchemes, setColorScheme, useColorScheme } from '../theme/color-scheme.ts';
import { Choices } from './Choices.tsx';
import { TopBarPopover } from './TopBarPopover.tsx';
import { useShellTexts } from './shell.texts.ts';

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

export function ThemeMenu() {
  const t = useShellTexts();
  const current = useColorScheme();
  const Icon = icons[current];
  return (
    <TopBarPopover label={t.theme} face={<Icon size={18} aria-hidden="true" />}>
      <Choices
        label={t.theme}
        choices={colorSchemes.map((value) => ({ value, label: t.themes[value] }))}
        chosen={current}
        onChoose={setColorScheme}
      />
    </TopBarPopover>
  );
}
