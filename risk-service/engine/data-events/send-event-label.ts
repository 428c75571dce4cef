import type { DataEventInput, IngestResult, LabelInput } from '../types/inputs-and-results.ts'

/** Object types of labels that name an event by its id, by event type; other assessments have one of their own. */
export const labelObjectTypes: Readonly<Record<string, string>> = {
  purchase: 'Purchase',
  accountcreation: 'AccountCreation',
  accountlogin: 'AccountLogin',
}

/** The members of the engine that receive labels. */
interface LabelReceiver {
  ingestLabel: (input: LabelInput) => Promise<IngestResult>
  ingestDataEvent: (input: DataEventInput) => Promise<IngestResult>
}

/** The verdict of a person about an event. */
export interface EventLabel {
  isFraud: boolean
  reasonText: string
  /** ISO 8601. */
  eventTimeStamp: string
}

/**
 * Sends a label of manual review for an event as a merchant would.
 * @returns how the label was received: an assessment of a tenant may take none
 */
export function sendEventLabel(
  engine: LabelReceiver,
  { eventType, externalId }: { eventType: string; externalId: string },
  { isFraud, reasonText, eventTimeStamp }: EventLabel,
  sent: { environmentId: string; correlationId: string; receivedAt: Date },
): Promise<IngestResult> {
  const label = { labelObjectId: externalId, labelSource: 'ManualReview', isFraud, reasonText, eventTimeStamp }
  const labelObjectType = labelObjectTypes[eventType]
  if (labelObjectType !== undefined)
    return engine.ingestLabel({
      ...sent,
      body: { ...label, labelObjectType, _metadata: { merchantTimeStamp: eventTimeStamp } },
    })
  return engine.ingestDataEvent({
    ...sent,
    assessment: eventType,
    observation: null,
    body: { metadata: { timestamp: eventTimeStamp }, label: { ...label, labelObjectType: 'Event' } },
  })
}
