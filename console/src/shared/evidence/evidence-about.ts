/** What an evidence is about: an object, a search, or the partition where neither is given. */
export interface EvidenceAbout {
  partitionId: string;
  /** What it is called. */
  name: string;
  /** Of any version of the object. */
  objectId?: string;
  /** Of a search. */
  query?: string;
}
