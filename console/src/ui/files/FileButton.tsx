import { IconFileUpload } from '@tabler/icons-react';
import classes from './files.module.css';

interface FileButtonProps {
  label: string;
  /** Like the `accept` attribute of a file input. */
  accept: string;
  onFile: (file: File) => void;
}

/** Chooses a file. The label is ours, because the browser's own button uses the browser's language. */
export function FileButton({ label, accept, onFile }: FileButtonProps) {
  return (
    <label className={classes.button}>
      <IconFileUpload size={16} stroke={1.75} aria-hidden />
      {label}
      <input
        className={classes.field}
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onFile(file);
          // Allows choosing the same file again after it was fixed.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
