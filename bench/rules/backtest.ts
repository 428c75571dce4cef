import type { BacktestResult, RuleBody } from '../../risk-service/contract/index.ts'
import { createBacktestRunner } from '../../risk-service/http/node/backtest-runner.ts'
import { limitedRow, type Row } from '../support/harness.ts'
import { openPurchaseStore, ruleOf } from './purchase-store.ts'
import { ruleSpecs } from './rule-set.ts'

const days = 30
/** Limits of the product for two cores, in events a minute: without velocities and with. */
const limits = { plain: 1_000_000, velocities: 300_000 }
const perMinute = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/min`

/**
 * Speed of back-tests in their thread, over purchases inserted by SQL into a separate store: twenty rules, one of them
 * changed, without velocities and with five.
 */
export async function benchBacktest(count = 200_000): Promise<Row[]> {
  const { store, environment, publish } = await openPurchaseStore(count, days)
  const runner = createBacktestRunner(store.target)
  try {
    const measure = async (name: string, bodies: readonly RuleBody[], tried: RuleBody, limit: number): Promise<Row> => {
      const [ruleId = ''] = await publish(bodies)
      let first = 0
      let last = { at: 0, events: 0 }
      const begun = performance.now()
      const cpu = process.cpuUsage()
      const result = (await runner.perform(
        {
          kind: 'decision',
          environmentId: environment,
          eventType: 'purchase',
          ruleId,
          branch: null,
          body: tried,
          from: new Date(Date.now() - (days + 1) * 86_400_000),
          to: new Date(),
        },
        {
          progress: events => {
            if (first === 0) first = performance.now()
            last = { at: performance.now(), events }
            return Promise.resolve()
          },
        },
      )) as BacktestResult
      const { user, system } = process.cpuUsage(cpu)
      return limitedRow(
        name,
        (last.events / (last.at - begun)) * 60_000,
        perMinute,
        '>',
        limit,
        `${result.events.toLocaleString('en-US')} purchases, start of the thread included (${Math.round(first - begun)} ms to the first report); ${((user + system) / last.events).toFixed(1)} µs of processor time each beside the database`,
      )
    }
    const plain = ruleSpecs.map(({ amount, country, age }, index) =>
      ruleOf(
        index,
        `RETURN Reject() WHEN @"totalAmount" > ${amount * 100} && @"user.country" == "${country}" && DaysSince(@"user.creationDate") < ${age}`,
      ),
    )
    const names = ['emailAttempts', 'deviceUsers', 'ipAttempts', 'paymentAmount', 'emailRejections']
    const keys = [
      'user.email',
      'deviceContext.externalDeviceId',
      'deviceContext.ipAddress',
      'paymentInstrumentList[0].merchantPaymentInstrumentId',
      'user.email',
    ]
    const counted = plain.map((body, index) =>
      index >= names.length
        ? body
        : ruleOf(
            index,
            `RETURN Reject() WHEN Velocity.${names[index] ?? ''}(@"${keys[index] ?? ''}", 1d) > 5000 && @"totalAmount" > 10`,
          ),
    )
    return [
      await measure(
        'Back-test, 20 rules without velocities',
        plain,
        ruleOf(0, 'RETURN Review() WHEN @"totalAmount" > 700'),
        limits.plain,
      ),
      await measure(
        'Back-test, 20 rules with 5 velocities',
        counted,
        ruleOf(0, 'RETURN Review() WHEN Velocity.emailAttempts(@"user.email", 1d) > 3'),
        limits.velocities,
      ),
    ]
  } finally {
    await runner.stop()
    await store.close()
  }
}
