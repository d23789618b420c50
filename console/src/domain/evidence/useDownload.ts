import { useEffect, useRef, useState } from 'react';
import { downloadBlob } from '../../platform/downloads.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

interface Transfer {
  signal: AbortSignal;
  onBytes: (bytes: number) => void;
}

/** A file that is received and then saved; cancelled when its dialog closes. */
export function useDownload(
  receive: (transfer: Transfer) => Promise<{ file: Blob; name: string }>,
) {
  const [bytes, setBytes] = useState(0);
  const [isCancelled, setCancelled] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const download = useSingleMutation({
    mutationFn: async () => {
      control.current = new AbortController();
      setBytes(0);
      setCancelled(false);
      const { file, name } = await receive({ signal: control.current.signal, onBytes: setBytes });
      downloadBlob(name, file);
      return name;
    },
  });
  return {
    download,
    /** How many have arrived. */
    bytes,
    isCancelled,
    cancel: () => {
      setCancelled(true);
      control.current?.abort();
    },
  };
}
