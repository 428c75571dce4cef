import { expect, it } from 'vitest'
import { ana, createCase, createQueue } from '../testing/queue-samples.ts'
import { workEntries } from './work-entries.ts'

const queue = createQueue(1)
const at = (hour: number) => `2026-01-05T${String(hour).padStart(2, '0')}:00:00.000Z`

it('work is in the order in which it is due, and no case is twice in it', () => {
  const lock = (hour: number) => ({ owner: ana, lockedAt: at(1), asksAt: at(hour), expiresAt: at(hour), extensions: 0 })
  const hold = { owner: ana, heldAt: at(1), wakeAt: at(9), reason: 'Carrier', awaiting: null }
  const entries = workEntries({
    locked: [createCase(1, queue, { lock: lock(5) }), createCase(2, queue, { lock: lock(4) })],
    assigned: [createCase(3, queue), createCase(4, queue, { timeoutAt: at(8) }), createCase(2, queue)],
    approvals: [createCase(5, queue, { timeoutAt: at(7) })],
    onHold: [createCase(6, queue, { hold })],
  })
  expect(entries.map(({ kind, row }) => [kind, row.externalId])).toEqual([
    ['locked', 'P-2'],
    ['locked', 'P-1'],
    ['approval', 'P-5'],
    ['assigned', 'P-4'],
    ['assigned', 'P-3'],
    ['parked', 'P-6'],
  ])
})
