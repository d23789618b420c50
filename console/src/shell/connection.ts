interface NetworkInformation {
  effectiveType?: string;
  saveData?: boolean;
}

/** Whether the connection is very slow, or the person wants to save data. Not every browser tells. */
export function hasSlowConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  if (connection === undefined) return false;
  return connection.saveData === true || ['slow-2g', '2g'].includes(connection.effectiveType ?? '');
}
