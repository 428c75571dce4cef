import fc from 'fast-check'

const { constantFrom: pick } = fc
/** Few distinct times, so that some are equal. */
const randomTime = fc
  .record({ day: fc.integer({ min: 1, max: 28 }), hour: pick(0, 6, 23) })
  .map(({ day, hour }) => new Date(Date.UTC(2025, 1, day, hour)).toISOString())
const dated = { time: randomTime, received: fc.option(randomTime) }
const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 3 })

/** A transaction with everything that later events may say of it. */
export const randomRecord = fc.record({
  id: pick(''),
  time: randomTime,
  amountUsd: fc.option(fc.integer({ min: 0, max: 50_000 }).map(cents => cents / 100)),
  score: fc.option(fc.oneof(fc.integer({ min: 0, max: 999 }), pick(-1, -9, -10, 0, 5, 500, 505, 999))),
  decision: fc.option(pick('Approve', 'Reject', 'Review', 'Challenge')),
  rule: fc.option(pick('Geo', 'Score', 'Amount')),
  clause: pick('one', 'two'),
  observe: few(fc.record({ rule: pick('O1', 'O2'), clause: pick('x', 'y') })),
  final: fc.option(pick('Approved', 'Pending', 'Rejected', 'Failed', 'Canceled')),
  finalTime: fc.option(randomTime),
  bank: few(
    fc.record({
      type: pick('Auth', 'Charge', 'AuthCancel', 'ChargeReversal'),
      status: pick('Approved', 'Declined', 'Unknown'),
      time: randomTime,
    }),
  ),
  chargebacks: few(
    fc.record({ status: pick('Inquiry', 'Accepted', 'Disputed', 'Reversed', 'ResubmittedRequest'), ...dated }),
  ),
  refunds: few(
    fc.record({ status: pick('Approved', 'Declined'), reason: pick('FraudRefund', 'CustomerRequest'), ...dated }),
  ),
  labels: few(fc.record({ isFraud: fc.boolean(), ...dated })),
  attrs: fc.record({ country: fc.option(pick('DE', 'NL', '')) }),
})

/** Transactions with everything that later events may say of them. */
export const randomRecords = fc
  .array(randomRecord, { maxLength: 25 })
  .map(records => records.map((record, index) => ({ ...record, id: `r${index}` })))
export type RandomRecord = typeof randomRecords extends fc.Arbitrary<(infer Item)[]> ? Item : never
