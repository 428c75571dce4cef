import type { TimeMachineResult } from '../../risk-service/contract/uploads/time-machine.ts'
import { createBacktestRunner } from '../../risk-service/http/node/backtest-runner.ts'
import { openPurchaseStore, ruleOf } from '../rules/purchase-store.ts'
import { ruleSpecs } from '../rules/rule-set.ts'
import { limitedRow, type Row } from '../support/harness.ts'

const days = 180
/** A million purchases have their page within ten minutes on two cores. */
const limitPerMinute = 100_000
const mebibyte = 1024 ** 2
const perMinute = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/min`
const megabytes = (value: number): string => `${Math.round(value).toLocaleString('en-US')} MiB`
/** Memory that a run may add to the process. */
const memoryLimit = 1500

/**
 * Speed of a run over the history in its thread, and the memory that it adds: twenty rules, five of them with
 * velocities, over purchases of half a year, of which every fiftieth has a label.
 */
export async function benchTimeMachine(count = Number(process.env['BENCH_TIME_MACHINE'] ?? 1_000_000)): Promise<Row[]> {
  const { store, environment, publish } = await openPurchaseStore(count, days)
  const runner = createBacktestRunner(store.target)
  try {
    await store.maintenancePool.query(
      `insert into event_key (environment_id, event_type, external_id, at, event_id, answer)
        select environment_id, event_type, external_id, at, event_id, '' from event where environment_id = $1
        on conflict do nothing`,
      [environment],
    )
    await store.maintenancePool.query(
      `insert into event_label (environment_id, label_key, object_type, object_id, is_fraud, label_at, body)
        select environment_id, 'Purchase' || chr(10) || 'bench' || chr(10) || external_id, 'Purchase', external_id,
          n % 100 = 0, at + interval '20 days', '{}'
        from (select e.*, row_number() over (order by at) as n from event e where environment_id = $1) numbered
        where n % 50 = 0`,
      [environment],
    )
    await store.maintenancePool.query('vacuum analyze event_key')
    await store.maintenancePool.query('vacuum analyze event_label')
    const names = ['emailAttempts', 'deviceUsers', 'ipAttempts', 'paymentAmount', 'emailRejections']
    const keys = [
      'user.email',
      'deviceContext.externalDeviceId',
      'deviceContext.ipAddress',
      'paymentInstrumentList[0].merchantPaymentInstrumentId',
      'user.email',
    ]
    await publish(
      ruleSpecs.map(({ amount, country, age }, index) =>
        ruleOf(
          index,
          index < names.length
            ? `RETURN Reject() WHEN Velocity.${names[index] ?? ''}(@"${keys[index] ?? ''}", 1d) > ${5 + index} && @"totalAmount" > 500`
            : `RETURN Reject() WHEN @"totalAmount" > ${amount * 100} && @"user.country" == "${country}" && DaysSince(@"user.creationDate") < ${age}`,
        ),
      ),
    )
    let events = 0
    let highest = 0
    const before = process.memoryUsage().rss
    const begun = performance.now()
    const result = (await runner.perform(
      {
        kind: 'history',
        environmentId: environment,
        eventType: 'purchase',
        ruleId: null,
        body: null,
        from: new Date(Date.now() - (days + 1) * 86_400_000),
        to: new Date(),
      },
      {
        progress: done => {
          events = done
          highest = Math.max(highest, process.memoryUsage().rss)
          return Promise.resolve()
        },
      },
    )) as TimeMachineResult
    const minutes = (performance.now() - begun) / 60_000
    const { label } = result.signals
    return [
      limitedRow(
        'Time machine, 20 rules, 5 of them with velocities',
        events / minutes,
        perMinute,
        '>',
        limitPerMinute,
        `${count.toLocaleString('en-US')} purchases of ${days} days to the result in ${(minutes * 60).toFixed(1)} s, ${label.toLocaleString('en-US')} of them labelled`,
      ),
      limitedRow('Memory that it adds', (highest - before) / mebibyte, megabytes, '<', memoryLimit),
    ]
  } finally {
    await runner.stop()
    await store.close()
  }
}
