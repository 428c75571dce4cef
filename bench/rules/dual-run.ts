import { sha256 } from '../../risk-service/engine/lib/sha256.ts'
import { readFormerEvents } from '../../risk-service/features/dual-runs/formats/read-file.ts'
import { runDual } from '../../risk-service/features/dual-runs/run/run-dual.ts'
import { limitedRow, type Row } from '../support/harness.ts'
import { openPurchaseStore, ruleOf } from './purchase-store.ts'
import { ruleSpecs } from './rule-set.ts'

/** Seconds for a hundred thousand events on two cores. */
const limitSeconds = 120
const full = 100_000
const day = 86_400_000

const rules = [
  ruleOf(0, 'RETURN Review() WHEN @"riskScore" > 700'),
  ruleOf(1, 'RETURN Reject() WHEN Velocity.emailAttempts(@"user.email", 7d) >= 12'),
  ...ruleSpecs
    .slice(2)
    .map(({ amount, country, age }, index) =>
      ruleOf(
        index + 2,
        `RETURN Reject() WHEN @"totalAmount" > ${amount * 100} && @"user.country" == "${country}" && DaysSince(@"user.creationDate") < ${age}`,
      ),
    ),
]

/** Writes events of a former system: one in fifty differs because of its score, one in a hundred because of a velocity. */
function writeEvents(count: number): Uint8Array<ArrayBuffer> {
  const begin = Date.UTC(2026, 0, 1)
  const lines: string[] = []
  for (let index = 0; index < count; index += 1) {
    const at = new Date(begin + Math.floor((index / count) * 30 * day)).toISOString()
    const isScored = index % 50 === 7
    const isCounted = index % 100 === 13 && index < count / 5
    const rule = isScored ? 'Bench rule 0' : isCounted ? 'Bench rule 1' : 'Default'
    lines.push(
      JSON.stringify({
        name: 'FraudProtection.Assessment.Purchase',
        version: '1.0',
        metadata: { tenantId: 'former', environmentId: 'former', timestamp: at },
        uniqueId: `p-${index}`,
        request: {
          purchaseId: `p-${index}`,
          merchantLocalDate: at,
          _metadata: { trackingId: `t-${index}`, merchantTimeStamp: at },
          totalAmount: 10 + (index % 400),
          currency: 'USD',
          user: {
            userId: `u-${index % 20_011}`,
            email: `u${index % 20_011}@example.com`,
            country: 'DE',
            firstName: 'Alex',
            creationDate: '2025-06-01T00:00:00Z',
          },
          deviceContext: {
            deviceContextId: `s-${index}`,
            ipAddress: `198.51.100.${index % 250}`,
            externalDeviceId: `d-${index % 30_011}`,
          },
          shippingAddress: { street1: 'Example street 12', city: 'Berlin', zipCode: '10115', country: 'DE' },
          paymentInstrumentList: [
            { merchantPaymentInstrumentId: `card-${index % 20_011}`, type: 'CreditCard', bin: '411111' },
          ],
        },
        response: {
          resultDetails: {
            MerchantRuleDecision: isScored ? 'Review' : isCounted ? 'Reject' : 'Approve',
            RiskScore: isScored ? 800 : 100,
            PolicyApplied: rule,
            ...(rule === 'Default' ? {} : { ClauseName: 'hit' }),
            RuleEvaluations: rules
              .slice(0, isScored ? 1 : isCounted ? 2 : rules.length)
              .map(({ name }) => ({ Rule: name, ClauseNames: ['hit'], EnvironmentId: 'former' })),
          },
        },
      }),
    )
  }
  return new TextEncoder().encode(lines.join('\n'))
}

/**
 * Time of a dual run over events of thirty days with twenty rules and a velocity, from the bytes of the file to the
 * report, with the cause of every difference. BENCH_DUAL_EVENTS reduces the number; the limit is in proportion.
 */
export async function benchDualRun(count = Number(process.env['BENCH_DUAL_EVENTS'] ?? full)): Promise<Row[]> {
  const { store, environment, publish } = await openPurchaseStore(10, 1)
  try {
    await publish(rules)
    const bytes = writeEvents(count)
    const begun = performance.now()
    const events = await readFormerEvents(bytes, 'purchase')
    const read = performance.now()
    const report = await runDual(
      { db: store.maintenance, clock: () => new Date(), log: { write: () => undefined }, countryOf: () => 'DE' },
      {
        environmentId: environment,
        file: { name: 'events.ndjson', bytes: bytes.length, sha256: await sha256(bytes) },
        events,
        words: new Map(),
      },
      () => Promise.resolve(),
    )
    const seconds = (performance.now() - begun) / 1000
    const groups = report.groups.map(({ cause, events: found }) => `${cause} ${found}`).join(', ')
    return [
      limitedRow(
        `Dual run of ${count.toLocaleString('en-US')} events`,
        seconds,
        value => `${value.toFixed(1)} s`,
        '<',
        (limitSeconds * count) / full,
        `${(bytes.length / 2 ** 20).toFixed(0)} MiB, read in ${((read - begun) / 1000).toFixed(1)} s; parity ${report.parity} %, ${groups}; ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB of memory`,
      ),
    ]
  } finally {
    await store.close()
  }
}
