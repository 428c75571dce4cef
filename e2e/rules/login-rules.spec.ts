import { accounts, environments } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { retryName } from '../support/retry-name.ts'
import { publishDraft, publishRule, removeRule, replaceCode } from '../support/rules.ts'
import { createCustomer, Shop } from '../support/shop.ts'

test('a decision on a login is explained, its rule is tried on the logins before, and a branch with an experiment becomes production', async ({
  page,
  request,
}) => {
  test.slow()
  const customer = createCustomer()
  const [id, name] = [`login-${customer.tag}`, `Login ${customer.tag}`]
  await signIn(page, accounts.engineer, '/fraud/accountlogin/rules')
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
    await expect(page.getByText(`Challenged by ${name} › Clause 1.`)).toBeVisible()
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
    const code = page.getByRole('textbox', { name: 'Code of Clause 1' })
    await code.focus()
    await replaceCode(page, `RETURN Reject("Stolen") WHEN @"user.userId" == "customer-${customer.tag}"`)
    await expect(code).toContainText('Stolen')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Back-test', exact: true }).click()
    const panel = page.getByRole('dialog', { name: `Back-test: ${name}` })
    await panel.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'Last 7 days' }).click()
    await panel.getByRole('button', { name: 'Start' }).click()
    await expect(panel.getByText(/^1 of [1-9][\d,]* events would get a different decision\. /)).toBeVisible({
      timeout: 120_000,
    })
    await expect(page).toHaveURL(/backtest=[\da-f-]{36}/)
    const rejected = panel
      .getByRole('table', { name: 'Figures before and after' })
      .getByRole('row')
      .filter({ hasText: 'Rejected' })
    await expect(rejected.getByRole('cell').last()).toHaveText('+1')
    await expect(panel.getByRole('table', { name: 'Deciding rules' }).getByText(`${name} › Clause 1`)).toHaveCount(2)
    await panel.getByRole('table', { name: 'Changed events' }).getByRole('link', { name: id }).click()
    await expect(heading(page, new RegExp(id))).toBeVisible()
  })
  await removeRule(page, rule)

  await navigateInPage(page, '/fraud/accountlogin/rules')
  await expect(heading(page, 'Account login rules')).toBeVisible()
  const branch = retryName('Stricter logins')
  const apiName = branch.toLowerCase().replaceAll(' ', '_')
  const actions = page.getByRole('button', { name: 'Branch actions' })
  const picker = page.getByRole('combobox', { name: 'Branch' })
  await test.step('a branch is made', async () => {
    await actions.click()
    await page.getByRole('menuitem', { name: 'Create a new branch' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(branch)
    await expect(page.getByRole('textbox', { name: 'API name' })).toHaveValue(apiName)
    await page.getByRole('button', { name: 'Create branch' }).click()
    await expect(page).toHaveURL(new RegExp(`branch=${apiName}`))
    await expect(picker).toContainText(branch)
    await expect(picker).toBeFocused()
  })

  await test.step('a rule is published on it', async () => {
    await page.getByRole('button', { name: 'New rule', exact: true }).click()
    await publishDraft(page)
    await page.getByRole('button', { name: 'Back to rules' }).click()
    await expect(page).toHaveURL(new RegExp(`branch=${apiName}`))
    await expect(page.getByRole('link', { name: /^New rule/ }).first()).toBeVisible()
  })

  await test.step('the branch says what it is', async () => {
    await actions.click()
    await page.getByRole('menuitem', { name: 'Branch information' }).click()
    await expect(page.getByRole('dialog')).toContainText(apiName)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('an experiment runs on it', async () => {
    await actions.click()
    await page.getByRole('menuitem', { name: 'Run experiment' }).click()
    await page.getByRole('textbox', { name: 'Name of the experiment' }).fill('One in four')
    const share = page
      .getByRole('spinbutton', { name: 'Traffic share in percent' })
      .or(page.getByRole('textbox', { name: 'Traffic share in percent' }))
      .first()
    await share.fill('25')
    await page.getByRole('button', { name: 'Run experiment' }).click()
    await expect(page.getByText('Experiment One in four is running on 25% of production traffic')).toBeVisible()
    await page.getByRole('button', { name: 'Results' }).click()
    await expect(page.getByText('No events compared yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Stop experiment' }).click()
    await expect(page.getByText('Experiment One in four on 25% of production traffic ended')).toBeVisible()
  })

  await test.step('it becomes production', async () => {
    await actions.click()
    await page.getByRole('menuitem', { name: 'Promote to production' }).click()
    await expect(page.getByRole('dialog')).toContainText('The current production rules and their drafts are deleted')
    await page.getByRole('dialog').getByRole('button', { name: 'Promote to production' }).click()
    await expect(page.getByText(`${branch} is now in production.`).last()).toBeVisible()
    await expect(page).not.toHaveURL(/branch=/)
    await expect(picker).toBeFocused()
    await expect(page.getByRole('link', { name: /^New rule/ }).first()).toBeVisible()
  })
})
