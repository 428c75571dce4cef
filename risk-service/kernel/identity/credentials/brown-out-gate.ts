import type { BrownOut } from '../../../ports/index.ts'

/** Header of what a brown-out refuses. */
export const rehearsalHeader = 'x-assay-rehearsal'
/** The message for what a brown-out refuses. */
export const brownOutMessage =
  'This refusal is a rehearsal: the credential is going to be revoked, and a share of its calls is refused for a while. Repeat the call.'

/** Brown-outs that are counted at the same time; the oldest one starts again when there are more. */
const maxCounters = 1000

/**
 * Decides which calls a brown-out refuses: with 10 % every tenth one, with 1 % every hundredth, so that the share is
 * exact and the call that follows a refused one passes. Calls and token requests are counted apart.
 */
export interface BrownOutGate {
  refuses: (brownOut: BrownOut | null, kind: 'token' | 'call', now: Date) => boolean
}

export function createBrownOutGate(): BrownOutGate {
  const counters = new Map<string, number>()
  return {
    refuses(brownOut, kind, now) {
      if (brownOut === null || brownOut.endsAt <= now) return false
      const key = `${brownOut.id} ${kind}`
      const before = counters.get(key) ?? 0
      if (before === 0 && counters.size >= maxCounters) counters.delete(counters.keys().next().value ?? '')
      counters.set(key, before + 1)
      return Math.floor(((before + 1) * brownOut.percent) / 100) > Math.floor((before * brownOut.percent) / 100)
    },
  }
}
