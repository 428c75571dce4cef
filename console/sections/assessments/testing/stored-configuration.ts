import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

/** The configuration of an assessment as the service answers it. */
export const configurationOf = (changes: Partial<AssessmentConfiguration> = {}): AssessmentConfiguration => {
  const eventType = changes.eventType ?? 'Pickup'
  return {
    id: '7b1f6a52-3a3e-4a53-9c8e-0d6a4f1f2b11',
    eventType,
    name: 'Parcel locker',
    template: 'Custom',
    root: { id: environmentId, name: 'Harbor' },
    endpoint: `/v1.0/assessment/${eventType}`,
    createdAt: '2026-01-02T00:00:00Z',
    createdBy: 'Maker',
    updatedAt: '2026-01-03T00:00:00Z',
    updatedBy: null,
    version: 0,
    schema: { sections: ['metadata', 'user'], custom: [{ name: 'locker', type: 'String' }] },
    schemaVersion: 7,
    observations: [
      {
        id: 'o-1',
        apiName: 'Status',
        name: 'Outcome',
        template: 'AssessmentStatus',
        custom: [],
        version: 2,
        events: 42,
      },
    ],
    label: null,
    settings: {
      evaluation: 'all',
      caseManagement: true,
      search: true,
      dataSubjectIds: ['user.id'],
      keyCallId: null,
    },
    sharing: { sharing: 'private', sampleResponse: null },
    possible: { cases: true, search: true, clientSide: false },
    uses: [],
    ...changes,
  }
}
