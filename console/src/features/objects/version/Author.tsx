import type { ObjectVersion } from '@annals/contracts/objects';
import { Id } from '../../../shared/ids/Id.tsx';

/** Who wrote a version: the name, or the id where the service tells no name. */
export function Author({ version }: { version: ObjectVersion }) {
  const { modificationUserName: name, modificationUserId: id } = version;
  if (name) return <span>{name}</span>;
  return id ? <Id value={id} /> : <span>–</span>;
}
