import { afterAll, beforeAll, expect, it } from 'vitest'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { fillTill, LossBench } from './testing/loss-bench.ts'
import { Till } from './testing/till.ts'

let bench: LossBench
beforeAll(async () => {
  bench = await LossBench.open(fillTill(new Till()))
})
afterAll(() => bench.close())

const metered = () =>
  bench.db.selectFrom('metered_day').select(['environment_id', 'capability', 'api_name', 'units']).execute()
const transactions = async () =>
  Number(
    (
      await bench.db
        .selectFrom('loss_transaction')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

it('each transaction that a report has is one unit, whatever is computed again', async () => {
  const units = await transactions()
  const row = { environment_id: places.eu, capability: 'lossPrevention', api_name: 'LossPreventionReport' }
  expect(await metered()).toEqual([{ ...row, units }])
  await bench.request()
  await bench.run()
  await bench.request()
  await bench.finish()
  expect(await metered()).toEqual([{ ...row, units }])
  // A transaction that is uploaded again with other values is the same one; a new one counts with its report.
  await bench.db.updateTable('loss_transaction').set({ amount_usd: 1 }).execute()
  await bench.db
    .insertInto('loss_transaction')
    .columns([
      'environment_id',
      'number',
      'terminal',
      'unit',
      'staff',
      'at',
      'month',
      'is_return',
      'has_receipt',
      'amount_usd',
      'discount_usd',
    ])
    .expression(eb =>
      eb
        .selectFrom('loss_transaction')
        .select(({ val }) => [
          'environment_id',
          val('new').as('number'),
          'terminal',
          'unit',
          'staff',
          'at',
          'month',
          'is_return',
          'has_receipt',
          'amount_usd',
          'discount_usd',
        ])
        .limit(1),
    )
    .execute()
  await bench.request()
  await bench.finish()
  expect(await metered()).toEqual([{ ...row, units: units + 1 }])
})
