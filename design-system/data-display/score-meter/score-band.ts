export type ScoreBand = 1 | 2 | 3 | 4 | 5
export const scoreMaximum = 999
/** Lower limits of bands 2 to 5. Limits are configurable, colours are not. */
export const defaultScoreLimits = [200, 400, 600, 800] as const

/** The band of a score: 1 very low to 5 critical. */
export function scoreBand(
  value: number,
  limits: readonly [number, number, number, number] = defaultScoreLimits,
): ScoreBand {
  const reached = limits.filter(limit => value >= limit).length + 1
  return reached as ScoreBand
}
