/** Standard base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // Few enough arguments for any JavaScript engine.
  for (let at = 0; at < bytes.length; at += 1024)
    binary += String.fromCharCode(...bytes.subarray(at, at + 1024));
  return btoa(binary);
}
