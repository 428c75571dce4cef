import { mirrorLimits } from '../../../contract/dual-runs/mirrors.ts'
import type { ReceiveFault } from '../../../features/dual-runs/mirror/receive-events.ts'
import { familyError, type RiskApiResponse } from '../wire/answers.ts'
import type { Endpoint } from './endpoint.ts'

/** Path of events that a former system has decided, in lower case as the risk API compares paths. */
export const mirrorPath = '/v1.0/mirror/events'

/** Stores events with the decisions of a former system. The answer has no decision: nothing here is binding. */
export const mirrorEndpoint: Endpoint = {
  apiName: 'v1.0/Mirror/Events',
  family: 'purchase',
  event: null,
  async run({ receiveMirrored, environmentId, body, receivedAt }) {
    if (receiveMirrored === undefined)
      return { answer: familyError(404, ['The requested path was not found']), unknown: true }
    const received = await receiveMirrored(environmentId, body, receivedAt)
    return {
      answer:
        typeof received === 'string' ? faults[received] : { status: 200, body: JSON.stringify(received), logged: null },
    }
  },
}

const faults: Record<ReceiveFault, RiskApiResponse> = {
  body: familyError(400, ["Input validation failed - 'events' has to be a list of events"]),
  tooMany: familyError(400, [`Input validation failed - 'events' has more than ${mirrorLimits.batch} events`]),
  noMirror: familyError(409, ['No mirror runs in this environment']),
  full: familyError(409, [`The mirror of this environment has ${mirrorLimits.events} events`]),
}
