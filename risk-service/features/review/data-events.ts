import type { EventDetail } from '../../contract/index.ts'
import { type Json, objectOf } from '../../engine/lib/json.ts'
import type { StoredDataEvent } from './store.ts'

type DataEvent = EventDetail['dataEvents'][number]

const kinds: Readonly<Record<string, DataEvent['kind']>> = {
  purchasestatus: 'status',
  signupstatus: 'status',
  accountcreationstatus: 'status',
  accountloginstatus: 'status',
  bankevent: 'bankEvent',
  chargeback: 'chargeback',
  refund: 'refund',
}

/** Returns a stored data event as the page of its event shows it. */
export function toDataEvent(stored: StoredDataEvent): DataEvent {
  const { body } = stored
  const details = { ...objectOf(body.statusDetails), ...body }
  const text = (...names: string[]): string | null => firstText(details, names)
  const kind = kinds[stored.event_type] ?? (text('statusType') === null ? 'observation' : 'status')
  return {
    id: stored.data_id,
    kind,
    observation: stored.event_type.includes(':') ? stored.event_type.slice(stored.event_type.indexOf(':') + 1) : null,
    at: stored.happened_at.toISOString(),
    receivedAt: stored.received_at.toISOString(),
    type: text('statusType', 'type', 'bankEventType'),
    status: text('status'),
    reason: text('reason', 'reasonType', 'bankResponseCode'),
    amount: typeof details.amount === 'number' ? details.amount : null,
    currency: text('currency'),
    review: body._review !== undefined,
  }
}

function firstText(values: Json, names: readonly string[]): string | null {
  for (const name of names) {
    const value = values[name]
    if (typeof value === 'string' && value !== '' && value !== 'None') return value
  }
  return null
}
