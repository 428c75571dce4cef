import type { Environment, LiveEvent } from '@assay/risk-service/contract'

interface ShownFigures {
  eventType: string
  environmentId: string
  environments: readonly Pick<Environment, 'id' | 'ancestorIds'>[]
}

/**
 * Whether figures of decided events can be outdated after a live event: decisions of the same type, in the environment
 * or below it, as figures of a parent cover what happens there; every other event, such as `reset`, concerns them all.
 */
export const concernsFigures = (event: LiveEvent, { eventType, environmentId, environments }: ShownFigures): boolean =>
  event.kind !== 'decisions' ||
  (event.eventType === eventType &&
    (event.environmentId === environmentId ||
      environments.some(({ id, ancestorIds }) => id === event.environmentId && ancestorIds.includes(environmentId))))
