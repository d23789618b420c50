import { languageNames, languages, setLanguage, useLanguage } from '../shared/texts.ts';
import { Choices } from './Choices.tsx';
import { TopBarPopover } from './TopBarPopover.tsx';
import { useShellTexts } from './shell.texts.ts';

export function LanguageMenu() {
  const t = useShellTexts();
  const current = useLanguage();
  return (
    <TopBarPopover
      label={t.language}
      accessibleLabel={`${t.language}: ${languageNames[current]}`}
      face={current.toUpperCase()}
    >
      <Choices
        label={t.language}
        choices={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
        chosen={current}
        onChoose={setLanguage}
      />
    </TopBarPopover>
  );
}
