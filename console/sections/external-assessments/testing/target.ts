import type { AssessmentTarget } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

/** An assessment of the environment that events can be sent on to. */
export const target: AssessmentTarget = {
  environmentId,
  environmentPath: 'Harbor',
  eventType: 'payout',
  name: 'Seller payout',
  sharing: 'private',
  interfaces: [],
  sampleResponse: {},
}
