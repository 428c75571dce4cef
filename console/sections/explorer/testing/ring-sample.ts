import type { Ring } from '@assay/risk-service/contract'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'

/** A stored ring as the service describes one: three users on one device. */
export const ringOf = (n: number, more: Partial<Ring> = {}): Ring => ({
  id: `r${n}`,
  environmentId,
  name: { node: `n${n}`, type: 'device', text: `Ring ${n}`, more: 0 },
  status: 'open',
  watched: false,
  score: 50,
  users: 3,
  shared: 2,
  transactions: 7,
  bad: 0,
  amountUsd: 100,
  firstSeen: '2025-10-03T10:00:00.000Z',
  lastSeen: '2025-11-01T10:00:00.000Z',
  foundAt: '2025-11-01T10:00:05.000Z',
  evidence: null,
  grown: 0,
  dismissed: null,
  ...more,
})
