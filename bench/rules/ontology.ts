import type { OutageResult } from '../../risk-service/contract/ontology/field-outages.ts'
import { ontologyEventsOf } from '../../risk-service/features/ontology/definition/ontology-events.ts'
import { loadFieldUses } from '../../risk-service/features/ontology/uses/field-uses.ts'
import { prepareFieldReads } from '../../risk-service/features/ontology/uses/prepare-reads.ts'
import { createBacktestRunner } from '../../risk-service/http/node/backtest-runner.ts'
import { loadEnvironmentTree } from '../../risk-service/kernel/environments/environment-tree.ts'
import { limitedRow, ms, type Row } from '../support/harness.ts'
import { openPurchaseStore, ruleOf } from './purchase-store.ts'
import { ruleSpecs } from './rule-set.ts'

const limits = { usesMs: 300, outageMs: 10_000 }
const rules = 1000
const day = 86_400_000

/** Attributes that the rules read in turn. */
const attributes = ['user.email', 'user.country', 'deviceContext.ipAddress', 'totalAmount', 'customData.channel']

/**
 * Who uses a field, over a thousand rules, and the outage of a field on a day of 20,000 purchases in its thread, with
 * twenty rules of which five read velocities.
 */
export async function benchOntology(purchases = 20_000): Promise<Row[]> {
  const { store, environment, publish } = await openPurchaseStore(purchases, 1)
  const runner = createBacktestRunner(store.target)
  try {
    const bodies = Array.from({ length: rules }, (_, index) =>
      ruleOf(
        index,
        `LET $n = Velocity.emailAttempts(@"user.email", 1d)\nRETURN Reject("Rule ${index}") WHEN $n > ${index} && @"${attributes[index % attributes.length] ?? ''}" != "" && ContainsKey("networks", "ip", @"deviceContext.ipAddress")`,
      ),
    )
    await publish(bodies)
    const tenant = await store.db.selectFrom('tenant').select('id').executeTakeFirstOrThrow()
    const tree = await loadEnvironmentTree(store.db, tenant.id)
    const events = ontologyEventsOf('purchase', []) ?? []
    let rests = 0
    let longest = 0
    let resumed = performance.now()
    await prepareFieldReads(store.db, new AbortController().signal, {
      rest: async () => {
        rests += 1
        longest = Math.max(longest, performance.now() - resumed)
        await new Promise(resolve => setTimeout(resolve, 0))
        resumed = performance.now()
      },
    })
    const times: number[] = []
    let found = 0
    for (let round = 0; round < 6; round++) {
      const begun = performance.now()
      const uses = await loadFieldUses(store.db, tree, [environment], events, [])
      found = uses.of('purchase', 'deviceContext.ipAddress').length
      times.push(performance.now() - begun)
    }
    const [first = 0, ...further] = times

    await publish(
      ruleSpecs.map(({ amount, country }, index) =>
        ruleOf(
          index,
          index < 5
            ? `RETURN Reject() WHEN Velocity.ipAttempts(@"deviceContext.ipAddress", 1d) > ${500 + index}`
            : `RETURN Reject() WHEN @"totalAmount" > ${amount * 100} && @"user.country" == "${country}"`,
        ),
      ),
    )
    let reports = 0
    const begun = performance.now()
    const to = new Date()
    const result = (await runner.perform(
      {
        kind: 'outage',
        environmentId: environment,
        eventType: 'purchase',
        outage: { path: 'deviceContext.ipAddress', clientId: null },
        from: new Date(to.getTime() - 2 * day),
        to,
      },
      {
        progress: () => {
          reports += 1
          return Promise.resolve()
        },
      },
    )) as OutageResult
    const outageMs = performance.now() - begun
    return [
      limitedRow(
        `Who uses a field, ${rules.toLocaleString('en-US')} rules`,
        Math.max(first, ...further),
        ms,
        '<',
        limits.usesMs,
        `${found.toLocaleString('en-US')} places; the slowest of ${times.length} readings, ${ms(first)} for the first after a start, for which the texts were parsed in ${rests} slices, the longest of ${ms(longest)}`,
      ),
      limitedRow(
        'Outage of a field',
        outageMs,
        ms,
        '<',
        limits.outageMs,
        `${result.events.toLocaleString('en-US')} purchases, start of the thread included, ${reports} reports of progress`,
      ),
    ]
  } finally {
    await runner.stop()
    await store.close()
  }
}
