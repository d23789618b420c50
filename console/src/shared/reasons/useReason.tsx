import { type ReactNode, useRef, useState } from 'react';
import { useCapability } from '../permissions/capabilities.ts';
import { ReasonField } from './ReasonField.tsx';

interface Reason {
  /** As it was entered. */
  text: string;
  clear: () => void;
  /** @param isRequired the rules of the partition ask for one */
  renderField: (isRequired: boolean) => ReactNode;
  /** Whether the write may be sent. A missing reason is said at the field, which takes the focus. */
  isGiven: (isRequired: boolean) => boolean;
}

/** The reason of what a form writes directly, asked for before it is sent where the rules ask for one. */
export function useReason(): Reason {
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isKept = useCapability('furtherFields');
  const isEmpty = text.trim() === '';
  return {
    text,
    clear: () => setText(''),
    renderField: (isRequired) => (
      <ReasonField
        ref={input}
        value={text}
        onChange={setText}
        isRequired={isRequired}
        isMissing={isMissing && isRequired && isEmpty}
      />
    ),
    isGiven(isRequired) {
      const lacks = isKept && isRequired && isEmpty;
      setIsMissing(lacks);
      if (lacks) input.current?.focus();
      return !lacks;
    },
  };
}
