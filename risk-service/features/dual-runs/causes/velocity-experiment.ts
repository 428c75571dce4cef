import type { ProbeRead } from '../replay/probe.ts'
import { isCutOff } from './certain-inputs.ts'
import { type Experiment, explains, windowText } from './difference.ts'

/** More than any velocity counts. */
const endless = 1e9

/**
 * Raises a velocity whose window began before the first event of the file: there, the former system had counted already.
 * Reports the least value that gives its decision.
 */
export const velocityExperiment: Experiment = (difference, background) => {
  const { replay, reads } = difference
  for (const read of reads) {
    if (read.kind !== 'velocity' || !isCutOff(difference, read)) continue
    const isEnough = (value: number): boolean =>
      explains(replay, { ...background, overrides: new Map([[read.key, value]]) })
    if (!isEnough(endless)) continue
    return {
      cause: 'velocity',
      detail: 'window',
      subject: windowText(read),
      actual: read.value,
      required: leastEnough(read, isEnough),
    }
  }
  return null
}

function leastEnough(
  { value }: Extract<ProbeRead, { kind: 'velocity' }>,
  isEnough: (value: number) => boolean,
): number {
  let [low, high] = [Math.floor(value), endless]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}
