import { type ReactNode, useRef, useState } from 'react';
import { useCapability } from '../../platform/capabilities.ts';
import { ReasonField } from './ReasonField.tsx';

interface Reason {
  /** The entered text. */
  text: string;
  clear: () => void;
  /** @param isRequired whether the policy of the partition requires a reason */
  renderField: (isRequired: boolean) => ReactNode;
  /** Whether the write can be sent. A missing reason is reported at its field, which gets the focus. */
  isGiven: (isRequired: boolean) => boolean;
}

/**
 * The reason for a direct write, requested before sending if the policy requires it.
 * @param start what has been entered already
 */
export function useReason(start = ''): Reason {
  const [text, setText] = useState(start);
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isStored = useCapability('data');
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
      const lacks = isStored && isRequired && isEmpty;
      setIsMissing(lacks);
      if (lacks) input.current?.focus();
      return !lacks;
    },
  };
}
