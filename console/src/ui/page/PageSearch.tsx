import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface PageSearchProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
}

/** Searches what the page already shows, so it needs no request. */
export function PageSearch({ label, value, onChange }: PageSearchProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      value={value}
      maxLength={100}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
