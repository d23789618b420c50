import { useState } from 'react';
import { LookUpForm } from '../../../ui/forms/LookUpForm.tsx';
import { useObjectsTexts } from '../shared/objects.texts.ts';

interface TypeSearchProps {
  /** The type of the shown objects. */
  type: string;
  onSearch: (type: string) => void;
}

/** Chooses the type of the objects, with which alone the specification lists the search of objects. */
export function TypeSearch({ type, onSearch }: TypeSearchProps) {
  const t = useObjectsTexts();
  const [typed, setTyped] = useState(type);
  return (
    <LookUpForm
      label={t.objectType}
      lookUp={t.searchOfType}
      typed={typed}
      onType={setTyped}
      maxLength={200}
      wanted={typed.trim()}
      onLookUp={onSearch}
    />
  );
}
