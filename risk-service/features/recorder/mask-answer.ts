import { eventSubject } from '../../kernel/personal-data/mask-data.ts'
import type { Masking } from '../../kernel/personal-data/masking.ts'
import type { RecordedEvent } from '../review/stored-decisions.ts'

/** Returns data about an event as the caller may see it. */
export type MaskAnswer = <Data>(data: Data) => Data

/**
 * Returns the mask of answers about an event. What rules read and return has no names of personal fields: its values are
 * recognised by those of the event, which the answer itself does not contain.
 */
export function createAnswerMask(
  masking: Masking,
  { row, decision }: Pick<RecordedEvent, 'row' | 'decision'>,
): MaskAnswer {
  if (masking.kinds.size === 0) return data => data
  const { request, enrichment } = decision
  const subject = eventSubject(row.environmentId, row.eventType, row.externalId)
  return data => masking.apply({ request, enrichment, data }, [subject]).data
}

/** A value of a rule as plain data, whose members the mask finds. */
export const plainValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value
