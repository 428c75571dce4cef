import type { EventDetail } from '../../contract/index.ts'
import type { StoredLabel } from './store.ts'

/** A text that says something; null for another value. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const dateOf = (value: unknown): Date | null => {
  const date = typeof value === 'string' ? new Date(value) : null
  return date === null || Number.isNaN(date.getTime()) ? null : date
}

/** Returns who set a label and why, and from when until when it is in effect. */
export const labelFacts = ({ body }: Pick<StoredLabel, 'body'>) => ({
  source: textOf(body.labelSource),
  reasonCodes: textOf(body.labelReasonCodes),
  from: dateOf(body.effectiveStartDate),
  until: dateOf(body.effectiveEndDate),
})

/**
 * Returns why a user is restricted: the latest of the user's labels that are in effect says fraud. Null: it does not, or
 * there is none.
 * @param labels those on the user
 */
export function userRestriction(
  labels: readonly Pick<StoredLabel, 'is_fraud' | 'label_at' | 'received_at' | 'body'>[],
  now: Date,
): EventDetail['userRestriction'] {
  const [latest] = labels
    .filter(label => {
      const { from, until } = labelFacts(label)
      return label.is_fraud !== null && (from === null || from <= now) && (until === null || until >= now)
    })
    .toSorted(
      (a, b) => b.label_at.getTime() - a.label_at.getTime() || b.received_at.getTime() - a.received_at.getTime(),
    )
  if (latest?.is_fraud !== true) return null
  const { source, reasonCodes, until } = labelFacts(latest)
  return { source, reasonCodes, at: latest.label_at.toISOString(), until: until?.toISOString() ?? null }
}
