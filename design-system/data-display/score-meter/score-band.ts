export type ScoreBand = 1 | 2 | 3 | 4 | 5
export const scoreMaximum = 999
/** Lower limits of bands 2 to 5. */
type ScoreLimits = readonly [number, number, number, number]

/** Limits are configurable, colours are not. */
export const defaultScoreLimits = [200, 400, 600, 800] as const

let currentLimits: ScoreLimits = defaultScoreLimits

/** Sets the limits of all scores whose component has none of its own. Call it before anything is drawn. */
export function setScoreLimits(limits: ScoreLimits = defaultScoreLimits): void {
  currentLimits = limits
}

/** The band of a score: 1 very low to 5 critical. */
export function scoreBand(value: number, limits: ScoreLimits = currentLimits): ScoreBand {
  const reached = limits.filter(limit => value >= limit).length + 1
  return reached as ScoreBand
}
