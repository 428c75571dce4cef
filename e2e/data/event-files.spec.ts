import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { verifiedEvents } from '../../risk-service/http/node/event-tracing/testing/written-files.ts'
import { withDatabase } from '../support/database.ts'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'
import { exportDirectory } from '../support/services/export-directory.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

const tag = Math.random().toString(36).slice(2, 8)
const name = `Archive ${tag}`
const folder = `archive-${tag}`
const purchase = (n: number) => `filed-${tag}-${n}`

const press = async (page: Page, target: Locator, key = 'Enter') => {
  await focusByKeyboard(page, target, 'Tab', 80)
  await page.keyboard.press(key)
}

/** The folder of the subscription: below that of its environment. */
function container(): string {
  const [environment = ''] = readdirSync(exportDirectory()).filter(each =>
    existsSync(path.join(exportDirectory(), each, folder)),
  )
  return path.join(exportDirectory(), environment, folder)
}

/** Has what is stored be old enough for the history, instead of waiting for it. */
const settleHistory = () =>
  withDatabase(async query => {
    const [until] = await query(
      `update event_subscription set next_at = null,
         history = jsonb_set(history, '{since}', to_jsonb(to_char(now() at time zone 'UTC' - interval '60 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
       where name = $1 returning (history ->> 'since')::timestamptz + interval '20 seconds' as until`,
      [name],
    )
    const [count] = await query(
      `with recursive scope as (
         select environment_id as id from event_subscription where name = $1
         union select e.id from environment e join scope s on e.parent_id = s.id
       )
       select count(*)::int as count from event where environment_id in (select id from scope) and event_type = 'purchase' and at < $2`,
      [name, until?.['until']],
    )
    return Number(count?.['count'])
  })

/** Has the present half hour be over for everything that is numbered, and be written. */
const endHalfHour = (id: string) =>
  withDatabase(async query => {
    await expect
      .poll(async () => {
        const [row] = await query(
          `select count(*)::int as count from traced_event t join event_key k on t.ref = k.event_id::text where k.external_id = $1`,
          [id],
        )
        return row?.['count']
      })
      .toBe(1)
    await query(`update traced_event set created_at = created_at - interval '31 minutes'`)
    await query(`update event_subscription set next_at = null where name = $1`, [name])
  })

test('an administrator archives purchases in files by keyboard: the stored ones first, then those that happen', async ({
  page,
  request,
}) => {
  test.setTimeout(150_000)
  await signIn(page, accounts.admin, '/data/eventtracing')
  await expect(heading(page, 'Event tracing')).toBeVisible()
  const shop = await Shop.open(request)
  const customer = createCustomer()
  let secret = ''
  const ids = () => verifiedEvents(container(), secret).map(({ uniqueId }) => uniqueId)

  await test.step('a directory of the operator passes its test, and the subscription is stored', async () => {
    await press(page, page.getByRole('button', { name: 'New subscription' }).first())
    const form = page.getByRole('dialog', { name: 'New subscription' })
    await focusByKeyboard(page, form.getByRole('textbox', { name: 'Name' }))
    await page.keyboard.type(name)
    await press(page, form.getByRole('checkbox', { name: 'Transactions' }), 'Space')
    await focusByKeyboard(page, form.getByRole('radio', { name: 'Webhook' }), 'Tab', 80)
    await focusByKeyboard(page, form.getByRole('radio', { name: 'Files on the server' }), 'ArrowDown', 8)
    await press(page, form.getByRole('combobox', { name: 'Directory' }))
    await page.getByRole('option', { name: exportDirectory() }).press('Enter')
    await focusByKeyboard(page, form.getByRole('textbox', { name: 'Folder' }))
    await page.keyboard.type(folder)
    secret = await form.getByRole('textbox', { name: 'Secret', exact: true }).inputValue()
    await press(page, form.getByRole('button', { name: 'Test connection' }))
    await expect(form.getByText(/^A test file was written and removed/)).toBeVisible()
    await press(page, form.getByRole('button', { name: 'Create' }))
    await expect(form).toBeHidden()
  })

  await test.step('all stored purchases are in files whose manifest is signed', async () => {
    const count = await settleHistory()
    expect(count).toBeGreaterThan(100)
    await press(page, page.getByRole('link', { name }))
    await expect(page.getByText('Copying history')).toHaveCount(0, { timeout: 60_000 })
    const names = verifiedEvents(container(), secret).map(event => event.name)
    expect(names.filter(each => each === 'FraudProtection.Assessment.Purchase')).toHaveLength(count)
  })

  await test.step('a purchase is in a file once its half hour is over', async () => {
    await shop.buy(createPurchase(customer, purchase(1)))
    await endHalfHour(purchase(1))
    await expect.poll(ids, { timeout: 30_000 }).toContain(purchase(1))
  })

  await test.step('what happens in a pause is written afterwards, once', async () => {
    await press(page, page.getByRole('button', { name: 'Deactivate' }))
    await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible()
    await shop.buy(createPurchase(customer, purchase(2)))
    await endHalfHour(purchase(2))
    expect(ids()).not.toContain(purchase(2))
    await press(page, page.getByRole('button', { name: 'Activate', exact: true }))
    await expect.poll(ids, { timeout: 30_000 }).toContain(purchase(2))
    expect(ids().filter(id => id === purchase(1) || id === purchase(2))).toHaveLength(2)
  })

  await test.step('one file of today is downloaded without a subscription', async () => {
    await press(page, page.getByRole('button', { name: 'Export now' }))
    const dialog = page.getByRole('dialog', { name: 'Export now' })
    const saved = page.waitForEvent('download')
    await press(page, dialog.getByRole('button', { name: 'Export now' }))
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/^transactional-.*\.ndjson\.gz$/)
    const text = gunzipSync(readFileSync(await download.path())).toString('utf8')
    for (const n of [1, 2]) expect(text).toContain(`"uniqueId":"${purchase(n)}"`)
    await expect(dialog).toBeHidden()
  })

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name })).toBeHidden()
})
