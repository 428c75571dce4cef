import { draftSchema } from '../../console/platform/schema-editor/import/draft-schema.ts'
import { parseEvents } from '../../console/platform/schema-editor/import/parse-events.ts'
import { limitedRow, median, ms, type Row } from '../support/harness.ts'

/** A page that drafts a schema from pasted events answers within this time: milliseconds. */
const limit = 1000
const events = 1000
const runs = 9

/** An event of a parcel locker, with sections, custom fields of every type, objects and lists. */
const lockerEvent = (n: number) => ({
  metadata: { eventId: `pick-up-${n}`, timestamp: new Date(1.76e12 + n * 1000).toISOString() },
  user: { id: `user-${n % 97}`, email: `user-${n % 97}@mail.example`, loyaltyLevel: n % 4 },
  deviceFingerprinting: { id: `session-${n}`, ipAddress: `203.0.113.${n % 250}` },
  transaction: { txnAmount: (n * 37) % 10_000, currency: 'EUR' },
  ...Object.fromEntries(Array.from({ length: 60 }, (_, field) => [`field${field}`, valueOf(n, field)])),
  parcels: Array.from({ length: 5 }, (_, parcel) => ({ size: parcel, code: `P-${n}-${parcel}` })),
  box: { door: { side: n % 2 === 0 ? 'left' : 'right', height: n % 9 }, opened: n % 3 === 0 },
})

const valueOf = (n: number, field: number): unknown =>
  [n + field, (n * field) / 7, n % 2 === 0, `value ${n % (field + 1)}`, new Date(1.76e12 + n).toISOString()][field % 5]

/** Reads and drafts as the dialog does, the text of one event in each line. */
export function benchDraftSchema(): Row[] {
  const text = Array.from({ length: events }, (_, n) => JSON.stringify(lockerEvent(n))).join('\n')
  const times: number[] = []
  let fields = 0
  for (let run = 0; run < runs; run++) {
    const begun = performance.now()
    const read = parseEvents(text)
    if (read.events === undefined) throw new Error('The events cannot be read.')
    fields = draftSchema(read.events).custom.length
    times.push(performance.now() - begun)
  }
  const [first = 0] = times
  return [
    limitedRow(
      `Draft of a schema from ${events.toLocaleString('en-US')} events`,
      Math.max(...times),
      ms,
      '<',
      limit,
      `${Math.round(text.length / 1024).toLocaleString('en-US')} KiB of text, ${fields} custom fields; the slowest of ${runs} runs, ${ms(first)} for the first, median ${ms(median(times))}`,
    ),
  ]
}
