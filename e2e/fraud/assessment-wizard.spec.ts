import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'
import { createCustomer, Shop } from '../support/shop.ts'

/** Events of lockers as the till logs them: twelve, one of them without attempts. */
const events = Array.from({ length: 12 }, (_, index) => ({
  metadata: { eventId: `pick-${index}`, timestamp: '2026-01-15T10:24:00Z' },
  user: { id: `user-${index}` },
  lockerId: `L-${index % 3}`,
  ...(index === 0 ? {} : { attempts: index % 4 }),
}))

test('an engineer turns pasted events into an assessment by keyboard, and it decides its first event', async ({
  page,
  request,
}) => {
  test.slow()
  const { tag } = createCustomer()
  // The API name is that of the friendly name, without blanks.
  const name = `Locker X${tag}`
  const shop = await Shop.open(request)
  await signIn(page, accounts.engineer, `/fraud/assessments?env=${environments.harbor}`)
  await expect(heading(page, 'Assessments')).toBeVisible()
  const started = performance.now()
  const next = page.getByRole('button', { name: 'Next' })
  const press = async (target: typeof next, key = 'Enter') => {
    await focusByKeyboard(page, target)
    await page.keyboard.press(key)
  }
  const toStep = async (title: RegExp) => {
    await press(next)
    await expect(page.getByRole('heading', { name: title })).toBeFocused()
  }

  await test.step('the template', async () => {
    await focusByKeyboard(page, page.getByRole('link', { name: 'New assessment' }), 'Tab', 80)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'New assessment')).toBeVisible()
    await expect(next).toHaveAccessibleDescription('Select a template to continue.')
    await page.getByRole('radio', { name: 'Card payment' }).focus()
    for (const template of [
      'Device fingerprinting',
      'Loyalty program',
      'Money transfer',
      'Software piracy',
      'Custom',
    ]) {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('radio', { name: template })).toBeChecked()
    }
    await toStep(/Define the schema/)
  })

  await test.step('a schema from pasted events', async () => {
    await press(page.getByRole('button', { name: 'Add section' }))
    await page.getByRole('menuitem', { name: 'From JSON' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Fields from JSON' })
    await dialog.getByRole('textbox', { name: 'Events as JSON' }).focus()
    await page.keyboard.insertText('{"lockerId": oops}')
    await dialog.getByRole('button', { name: 'Analyze events' }).press('Enter')
    await expect(dialog.getByText('Not valid JSON: fix line 1, column 14.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Events as JSON' }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(events.map(event => JSON.stringify(event)).join('\n'))
    await dialog.getByRole('button', { name: 'Analyze events' }).press('Enter')
    await expect(dialog.getByRole('row').filter({ hasText: 'attempts' })).toContainText('in 11 of 12')
    await expect(dialog.getByRole('checkbox', { name: 'Standard section User' })).toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: 'lockerId is required' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Add to schema' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('rowheader', { name: 'custom.lockerId' })).toBeVisible()
  })

  await test.step('a reload offers the draft again', async () => {
    await page.reload()
    await press(page.getByRole('button', { name: 'Resume draft' }))
    await expect(page.getByRole('rowheader', { name: 'custom.lockerId' })).toBeVisible()
  })

  await test.step('observation events, settings and names', async () => {
    await toStep(/Select observation events/)
    await toStep(/Define settings/)
    await toStep(/Finalize name/)
    await focusByKeyboard(page, page.getByRole('textbox', { name: 'Friendly name' }))
    await page.keyboard.insertText(name)
    await press(page.getByRole('button', { name: 'Create', exact: true }))
    await expect(heading(page, `Rules of ${name}`)).toBeVisible()
    await expect(page.getByText(`Assessment ${name} created`).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Support list rule' })).toBeVisible()
  })

  await test.step('its first decision', async () => {
    const send = (custom: object) =>
      request.post(`/v1.0/assessment/LockerX${tag}`, {
        headers: { authorization: `Bearer ${shop.token}`, 'x-ms-dfpenvid': environments.harbor },
        data: {
          metadata: { eventId: `pick-${tag}`, timestamp: new Date().toISOString() },
          user: { id: `user-${tag}` },
          custom,
        },
      })
    const lacking = await send({ attempts: 1 })
    expect(lacking.status()).toBe(400)
    const decided = await send({ lockerId: 'L-1', attempts: 1 })
    expect(decided.status(), await decided.text()).toBe(200)
  })
  const seconds = (performance.now() - started) / 1000
  console.log(`From the list to the first decision: ${seconds.toFixed(1)} s`)
  expect(seconds).toBeLessThan(120)
})
