import type { SearchFieldType } from '../../../contract/index.ts'
import type { CatalogueField } from './field-types.ts'

/** The value of each field in the case of an event, as SQL over the case `c`; a constant, no input is part of it. */
export const caseValues = {
  queueName: `(select q.name from case_queue q where q.id = c.queue_id)`,
  agentName: `c.outcome #>> '{by,name}'`,
  reviewDecision: `c.outcome ->> 'decision'`,
  reviewReason: `c.outcome ->> 'reason'`,
  reviewNote: `c.outcome ->> 'note'`,
  caseState: `c.state`,
  enteredQueueAt: `coalesce(c.entered_queue_at, case when c.state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval') then c.hold_until end)`,
  escalated: `c.escalated::text`,
  decidedVia: `c.outcome ->> 'via'`,
  decidedAt: `c.decided_at`,
  reviewedBy: `c.lock_owner_name`,
  caseTags: `c.tags`,
} as const
export type CaseField = keyof typeof caseValues

const types: Partial<Record<CaseField, SearchFieldType>> = {
  enteredQueueAt: 'time',
  decidedAt: 'time',
  escalated: 'boolean',
}
/** Fields whose value is an array of texts. */
const lists: ReadonlySet<CaseField> = new Set(['caseTags'])

/** Fields of the case of an event; an event without a case has no value in any of them. */
export const caseFields: readonly CatalogueField[] = (Object.keys(caseValues) as CaseField[]).map(id => ({
  id,
  group: 'case',
  type: types[id] ?? 'text',
  many: lists.has(id),
  indexed: false,
  source: { kind: 'case', field: id },
  offered: true,
}))
