import type { EventRow, RevealSubject } from '@assay/risk-service/contract'

/** The events of rows, as a reveal names them. */
export const subjectsOf = (
  rows: readonly Pick<EventRow, 'environmentId' | 'eventType' | 'externalId'>[],
): RevealSubject[] => rows.map(({ environmentId, eventType, externalId }) => ({ environmentId, eventType, externalId }))
