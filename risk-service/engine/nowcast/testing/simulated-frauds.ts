import type { DelayCount } from '../delay-curve.ts'

export interface Simulation {
  /** Days of transactions, from day 0. */
  days: number
  /** Mean number of frauds per day (Poisson). */
  perDay: number
  /** Mean delay in days (exponential, in whole days). */
  meanDelay: number
  random: () => number
}

/** Draws frauds and their delays; `ofDay` has every fraud of a day, also those that become known after the history ends. */
export function simulatedFrauds({ days, perDay, meanDelay, random }: Simulation) {
  const ofDay = Array.from({ length: days }, () =>
    Array.from({ length: poisson(perDay, random) }, () => Math.floor(-meanDelay * Math.log(1 - random()))),
  )
  const counts = ofDay.flatMap((delays, day) => delays.map((delay): DelayCount => ({ day, delay, count: 1 })))
  return { counts, ofDay }
}

/** Draws a Poisson number by counting exponential waits. */
function poisson(mean: number, random: () => number): number {
  let count = 0
  for (let time = -Math.log(1 - random()); time < mean; time -= Math.log(1 - random())) count += 1
  return count
}
