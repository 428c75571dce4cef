import { normaliseEntityValue } from '../../../engine/enrich/enrich-purchase.ts'
import type { DemoHistory } from './generate.ts'
import { plantedGroups } from './planted-groups.ts'

/** Shapes of fraud whose accounts belong to others: their owners are its victims. */
const victimShapes: ReadonlySet<string> = new Set(['takeover', 'spray'])

/** Returns the accounts that thieves opened in a history, as `environment user`: ground truth, for tests and figures. */
export const thievesOf = ({ events }: Pick<DemoHistory, 'events'>): string[] =>
  events.flatMap(({ environmentId, body, truth, shape }) => {
    const { userId } = body.user as { userId?: unknown }
    return truth === 'fraud' && !victimShapes.has(shape) && typeof userId === 'string'
      ? [`${environmentId} ${normaliseEntityValue(userId)}`]
      : []
  })

/** Returns the members of the planted groups of a kind. */
export const plantedMembers = (rings: boolean): string[] => [
  ...new Set(
    plantedGroups('any')
      .filter(({ ring }) => ring === rings)
      .flatMap(({ purchases }) => purchases.map(({ user }) => normaliseEntityValue(user))),
  ),
]
