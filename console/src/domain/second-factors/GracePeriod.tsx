import { Select } from '@mantine/core';
import { useGracePeriodTexts } from './grace-period.texts.ts';

const choices = [0, 1, 4, 24, 72, 168, 336, 720];
export const defaultGraceHours = 168;

interface GracePeriodProps {
  value: number;
  onChange: (hours: number) => void;
  disabled?: boolean;
}

/** How long users without a second factor can continue once it is required. */
export function GracePeriod({ value, onChange, disabled = false }: GracePeriodProps) {
  const t = useGracePeriodTexts();
  const offered = choices.includes(value) ? choices : [...choices, value].sort((a, b) => a - b);
  return (
    <Select
      label={t.gracePeriod}
      description={t.gracePeriodHint}
      data={offered.map((hours) => ({ value: String(hours), label: t.period(hours) }))}
      value={String(value)}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
      disabled={disabled}
      allowDeselect={false}
    />
  );
}
