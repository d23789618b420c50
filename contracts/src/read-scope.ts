/** Which reads of a partition are recorded: none; those that return data of versions; all. */
export const readScopes = ['NOTHING', 'OBJECTS', 'EVERYTHING'] as const;
export type ReadScope = (typeof readScopes)[number];
