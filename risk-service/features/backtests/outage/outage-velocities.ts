import type { VelocityReplay } from '../run/velocity-replay.ts'
import { createVelocityReplay } from '../run/velocity-replay.ts'

/** Which counts an event belongs to: those with the field, those without it, or both. */
type Side = 'before' | 'after' | 'both'

/** Counts of velocities with and without a field, as one: a number stands for the same velocity in both. */
export interface OutageVelocities extends Pick<VelocityReplay, 'number' | 'add'> {
  before: VelocityReplay['reader']
  after: VelocityReplay['reader']
  /** Selects where contributions go from now on. `isCounted`: they are contributions of the day. */
  select: (side: Side, isCounted: boolean) => void
  /** Contributions of the day by velocity. */
  contributions: () => { name: string; before: number; after: number }[]
}

/** Creates the counts of an outage. */
export function createOutageVelocities(): OutageVelocities {
  const [before, after] = [createVelocityReplay(), createVelocityReplay()]
  const figures: { name: string; before: number; after: number }[] = []
  let side: Side = 'both'
  let counted = false
  return {
    number(velocity, aggregate, longest) {
      after.number(velocity, aggregate, longest)
      const number = before.number(velocity, aggregate, longest)
      figures[number] ??= { name: velocity.name, before: 0, after: 0 }
      return number
    },
    add(number, group, value, at) {
      const own = counted ? figures[number] : undefined
      if (side !== 'after') {
        before.add(number, group, value, at)
        if (own !== undefined) own.before += 1
      }
      if (side !== 'before') {
        after.add(number, group, value, at)
        if (own !== undefined) own.after += 1
      }
    },
    before: now => before.reader(now),
    after: now => after.reader(now),
    select(next, isCounted) {
      side = next
      counted = isCounted
    },
    contributions: () => figures.map(each => ({ ...each })),
  }
}
