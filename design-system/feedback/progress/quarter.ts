/** Completed quarters, 0 to 4: the steps that are announced. */
export function quartersDone(share: number | null): number {
  return share === null || !(share > 0) ? 0 : Math.min(4, Math.floor(share * 4))
}
