/** The subject of evidence: an object, a search, or else the partition. */
export interface EvidenceAbout {
  partitionId: string;
  /** The name of the subject. */
  name: string;
  /** The id of any version of the object. */
  objectId?: string;
  /** The query of the search. */
  query?: string;
}
