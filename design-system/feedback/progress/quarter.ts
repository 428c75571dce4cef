/** Quarters that are done, 0 to 4: what is worth saying aloud. */
export function quartersDone(share: number | null): number {
  return share === null || !(share > 0) ? 0 : Math.min(4, Math.floor(share * 4))
}
