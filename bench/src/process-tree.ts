import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second on Linux, in which /proc counts. */
const ticks = 100;

interface Stat {
  parent: number;
  /** Seconds of CPU time, including children that have ended. */
  cpu: number;
}

async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name of the program may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const times = fields.slice(11, 15).map(Number);
  return { parent: Number(fields[1]), cpu: times.reduce((sum, time) => sum + time, 0) / ticks };
}

/** The process and its descendants. */
async function treeOf(root: number): Promise<Map<number, Stat>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = new Map<number, Stat>();
  for (const pid of pids) {
    const stat = await statOf(pid);
    if (stat) stats.set(pid, stat);
  }
  const isIn = (pid: number): boolean => {
    const stat = stats.get(pid);
    return pid === root || (stat !== undefined && stat.parent > 1 && isIn(stat.parent));
  };
  return new Map([...stats].filter(([pid]) => isIn(pid)));
}

/** Seconds of CPU time of a process alone, with all of its threads. */
export async function cpuOf(pid: number): Promise<number> {
  return (await statOf(pid))?.cpu ?? 0;
}

/** Seconds of CPU time of a process and its descendants. */
export async function cpuOfTree(root: number): Promise<number> {
  return [...(await treeOf(root)).values()].reduce((sum, { cpu }) => sum + cpu, 0);
}

/** The resident memory of a process and its descendants, each in MB. */
export async function memoryOfTree(root: number): Promise<number[]> {
  const sizes = await Promise.all([...(await treeOf(root)).keys()].map((pid) => memoryOf(pid)));
  return sizes.map(({ resident }) => resident);
}

/** Resident memory, now and at most, in MB. */
export async function memoryOf(pid: number): Promise<{ resident: number; most: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return { resident: megabytes('VmRSS'), most: megabytes('VmHWM') };
}
