import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { createRule, publishRule, removeRule, replaceCode } from '../support/rules.ts'
import { createCustomer, createPurchase, Shop } from '../support/shop.ts'

test('a draft is tried on the events of the last days, and an event that it changes opens', async ({ page, guard }) => {
  test.setTimeout(240_000)
  const name = `Tried first ${createCustomer().tag}`
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  await createRule(page, name)
  await replaceCode(page, 'RETURN Review("Tried") WHEN @"totalAmount" > 0')
  await page.keyboard.press('Escape')
  const panel = page.getByRole('dialog', { name: `Back-test: ${name}` })

  await test.step('it starts from the editor, and shows how far it is', async () => {
    await page.getByRole('button', { name: 'Back-test', exact: true }).click()
    await expect(page).toHaveURL(/backtest=latest/)
    await expect(panel.getByText('No back-test yet')).toBeVisible()
    await panel.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'Last 7 days' }).click()
    // The answer is lost on its way: what was started is found all the same.
    guard.allowConsoleError(/net::ERR_FAILED/)
    await page.route(
      '**/rpc/backtests/start',
      async route => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await panel.getByRole('button', { name: 'Start' }).click()
    await expect(
      panel
        .getByRole('progressbar', { name: 'Progress' })
        .or(panel.getByRole('table', { name: 'Figures before and after' })),
    ).toBeVisible()
    await expect(page).toHaveURL(/backtest=[\da-f-]{36}/)
  })

  await test.step('figures say what the change comes to', async () => {
    const review = panel
      .getByRole('table', { name: 'Figures before and after' })
      .getByRole('row')
      .filter({ hasText: 'Sent to review' })
    await expect(review).toBeVisible({ timeout: 120_000 })
    const [before = Number.NaN, after = Number.NaN, difference] = (await review.getByRole('cell').allInnerTexts())
      .slice(-3)
      .map(text => Number(text.replaceAll(',', '')))
    expect(after).toBeGreaterThan(before)
    expect(difference).toBe(after - before)
    await expect(panel.getByText(/^[1-9][\d,]* of [1-9][\d,]* events would be decided otherwise/)).toBeVisible()
    await expect(panel.getByRole('table', { name: 'Rules that decided' }).getByText(`${name} › clause1`)).toBeVisible()
  })

  await test.step('the address leads back to it, and a changed event opens', async () => {
    await page.reload()
    const event = panel.getByRole('table', { name: 'Events decided otherwise' }).getByRole('link').first()
    await expect(event).toBeVisible({ timeout: 30_000 })
    const id = await event.innerText()
    await event.click()
    await expect(heading(page, new RegExp(id))).toBeVisible()
  })
})

test('a draft with an error is not tried: the panel names the clause, the line and the error', async ({
  page,
  guard,
}) => {
  // The browser logs every answer that refuses.
  guard.allowConsoleError(/status of 422/)
  const name = `Not tried ${createCustomer().tag}`
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  await createRule(page, name)
  await replaceCode(page, 'RETURN Review("Tried") WHEN @"totalAmount" >')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Back-test', exact: true }).click()
  const panel = page.getByRole('dialog', { name: `Back-test: ${name}` })
  await panel.getByRole('button', { name: 'Start' }).click()
  await expect(panel.getByText('The rule has errors. Nothing was tried.')).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: /^clause1 1:\d+ / })).toBeVisible()
  await expect(panel.getByText('No back-test yet')).toBeVisible()
})

test('the page of an event says what would have changed its decision', async ({ page, request }) => {
  test.slow()
  const customer = createCustomer()
  const id = `order-${customer.tag}-flip`
  await signIn(page, accounts.engineer)
  const rule = await publishRule(
    page,
    `Large ${customer.tag}`,
    `RETURN Reject("Large") WHEN @"user.userId" == "customer-${customer.tag}" && @"totalAmount" > 100`,
  )
  expect((await (await Shop.open(request)).buy(createPurchase(customer, id, 184.37))).MerchantRuleDecision).toBe(
    'Reject',
  )

  await page.goto(`/search/purchase/${environments.harbor}/${id}`)
  const counterfactuals = page.getByRole('region', { name: 'What would change this decision' })
  const amount = counterfactuals.getByRole('listitem').filter({ hasText: 'totalAmount' })
  await expect(amount).toContainText('Approve')
  await expect(amount).toContainText('now 184.37')
  await removeRule(page, rule)
})

test('a decision on a login is explained as one on a purchase is, and its rule is tried on the logins before', async ({
  page,
  request,
}) => {
  test.slow()
  const customer = createCustomer()
  const [id, name] = [`login-${customer.tag}`, `Login ${customer.tag}`]
  await signIn(page, accounts.engineer)
  const rule = await publishRule(
    page,
    name,
    `RETURN Challenge("SMS", "Suspected") WHEN @"user.userId" == "customer-${customer.tag}"`,
    'accountlogin',
  )
  const now = new Date().toISOString()
  const answer = await request.post(`/v1.0/action/account/login/${id}`, {
    headers: { authorization: `Bearer ${(await Shop.open(request)).token}`, 'x-ms-dfpenvid': environments.harbor },
    data: {
      name: 'AP.AccountLogin',
      version: '0.5',
      metadata: { loginId: id, customerLocalDate: now, merchantTimeStamp: now },
      device: { deviceContextId: customer.device, ipAddress: customer.ip },
      user: { userId: `customer-${customer.tag}`, userType: 'Consumer', username: customer.email, countryRegion: 'HR' },
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)

  await test.step('its id finds it, whatever its assessment', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Search or jump to/ })
      .click()
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await palette.getByRole('combobox').fill(id)
    await palette.getByRole('option', { name: new RegExp(id) }).click()
    await expect(page).toHaveURL(new RegExp(`/search/accountlogin/${environments.harbor}/${id}`))
    await expect(heading(page, new RegExp(id))).toBeVisible()
    await expect(page.getByText('Account login')).toBeVisible()
  })

  await test.step('its page says why, what would change it, and who and what it came from', async () => {
    await expect(page.getByText(`Challenged by the rule ${name}, clause clause1.`)).toBeVisible()
    const counterfactuals = page.getByRole('region', { name: 'What would change this decision' })
    await expect(counterfactuals.getByRole('listitem').filter({ hasText: 'user.userId' })).toContainText('Approve')
    await expect(page.getByText(customer.email).first()).toBeVisible()
    await expect(page.getByRole('term').filter({ hasText: 'Bot score' })).toBeVisible()
    await expect(page.getByText('Order lines')).toBeHidden()
  })

  await test.step('its rule opens and is tried on logins', async () => {
    await page.getByRole('link', { name: 'Open rule' }).click()
    await expect(page).toHaveURL(/\/fraud\/accountlogin\/rules\?/)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
    const code = page.getByRole('textbox', { name: 'Code of clause1' })
    await code.click({ position: { x: 40, y: 12 } })
    await replaceCode(page, `RETURN Reject("Stolen") WHEN @"user.userId" == "customer-${customer.tag}"`)
    await expect(code).toContainText('Stolen')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back-test', exact: true }).click()
    const panel = page.getByRole('dialog', { name: `Back-test: ${name}` })
    await panel.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'Last 7 days' }).click()
    await panel.getByRole('button', { name: 'Start' }).click()
    await expect(panel.getByText(/^1 of [1-9][\d,]* events would be decided otherwise\. /)).toBeVisible({
      timeout: 120_000,
    })
    await panel.getByRole('table', { name: 'Events decided otherwise' }).getByRole('link', { name: id }).click()
    await expect(heading(page, new RegExp(id))).toBeVisible()
  })
  await removeRule(page, rule)
})
