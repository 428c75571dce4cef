import { readFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import { containedReason } from '../../risk-service/contract/index.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createCustomer, Shop } from '../support/shop.ts'

/** Accounts that one device tries; the last one of them falls. */
const tried = 14

/** Signs in to an account from a device, and reports what became of it. Returns the reasons of the decision. */
async function attempt(
  request: APIRequestContext,
  shop: Shop,
  { id, user, device, status }: Record<'id' | 'user' | 'device' | 'status', string>,
): Promise<string[]> {
  const headers = { authorization: `Bearer ${shop.token}`, 'x-ms-dfpenvid': environments.harbor }
  const now = new Date().toISOString()
  // Each from an address of its own: a rule of the demo rejects many users of one address.
  const { ip } = createCustomer()
  const answer = await request.post(`/v1.0/action/account/login/${id}`, {
    headers,
    data: {
      name: 'AP.AccountLogin',
      version: '0.5',
      metadata: { loginId: id, customerLocalDate: now, merchantTimeStamp: now },
      device: { deviceContextId: device, ipAddress: ip },
      user: { userId: user, userType: 'Consumer', username: `${user}@mail.example` },
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const observed = await request.post(`/v1.0/observe/account/login/status/${id}`, {
    headers,
    data: {
      name: 'AP.AccountLogin.Status',
      version: '0.5',
      metadata: { loginId: id, userId: user, trackingId: `${id}-status`, merchantTimeStamp: now },
      statusDetails: { statusType: status, reasonType: 'None', challengeType: 'None', statusDate: now },
    },
  })
  expect(observed.status(), await observed.text()).toBe(200)
  const { resultDetails } = (await answer.json()) as { resultDetails: { reasons: string[] }[] }
  return resultDetails.flatMap(({ reasons }) => reasons)
}

test('an attack is found while it runs, contained by what it is recognised by, and taken back', async ({
  page,
  request,
}) => {
  test.slow()
  const { tag, device } = createCustomer()
  const shop = await Shop.open(request)
  const user = (n: number) => `tried-${tag}-${n}`
  for (let n = 1; n <= tried; n++) {
    const status = n === tried ? 'Approved' : 'Rejected'
    await attempt(request, shop, { id: `attack-${tag}-${n}`, user: user(n), device, status })
  }
  await signIn(page, accounts.caseManager, `/fraud/attacks?env=${environments.harbor}`)
  await expect(heading(page, 'Attacks')).toBeVisible()

  await test.step('it is announced within a minute, with all of its attempts and the account that fell', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Running' }).first()
    await expect(row).toBeVisible({ timeout: 60_000 })
    await row.getByRole('link').click()
    await expect(page.getByText('Accounts fallen')).toBeVisible()
    const sizes = page.getByRole('region', { name: 'Size of the attack' })
    // A search that ran between two attempts found some of them; the next one adds the others.
    await expect(sizes).toContainText(`Attempts${tried}`, { timeout: 60_000 })
    await expect(page.getByRole('table', { name: 'Accounts that succeeded after failures' })).toContainText(user(tried))
    await expect(page.getByRole('table', { name: 'Devices and addresses' })).toContainText(device)
  })

  await test.step('its evidence is downloaded', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download evidence' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^attack-.*\.zip$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  })

  await test.step('it is contained: the next attempt is rejected', async () => {
    await page.getByRole('button', { name: 'Contain the attack' }).click()
    const dialog = page.getByRole('dialog', { name: 'Contain the attack' })
    await expect(dialog.getByText(`It would have stopped ${tried} of ${tried} attempts`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Contain the attack' }).click()
    await expect(page.getByText(/^Contained until .* its attempts are rejected/)).toBeVisible()
    const next = { id: `attack-${tag}-next`, user: user(0), device, status: 'Rejected' }
    expect(await attempt(request, shop, next)).toEqual([containedReason])
  })

  await test.step('one click takes it back', async () => {
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByText(/^Contained until/)).toBeHidden()
    const free = { id: `attack-${tag}-free`, user: user(1), device, status: 'Rejected' }
    expect(await attempt(request, shop, free)).not.toContain(containedReason)
  })
})
