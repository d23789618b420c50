export const inSeconds = (seconds: number): string =>
  seconds === 1 ? 'einer Sekunde' : `${seconds} Sekunden`;

export function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'einer Minute' : `${minutes} Minuten`;
}
