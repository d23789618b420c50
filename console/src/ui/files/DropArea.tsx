import { type ReactNode, useState } from 'react';
import classes from './files.module.css';

interface DropAreaProps {
  onFile: (file: File) => void;
  children: ReactNode;
}

/** Accepts a dropped file. A `FileButton` is the alternative without dragging. */
export function DropArea({ onFile, children }: DropAreaProps) {
  const [over, setOver] = useState(false);
  return (
    <div
      className={classes.area}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      }}
    >
      {children}
    </div>
  );
}
