/**
 * Where metered units are noted during their call, until they are in the database: a killed process loses none. A segment
 * is what is written to the database at once.
 */
export interface UnitJournal {
  /** Notes a unit before its call is answered. Never throws. */
  append: (segment: string, line: string) => void
  /** Removes a segment whose units are in the database. */
  discard: (segment: string) => Promise<void>
  /** Returns the segments that processes before this one left behind. */
  leftBehind: () => Promise<{ segment: string; lines: string[] }[]>
}
