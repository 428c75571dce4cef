import { accounts, environments } from '../support/demo.ts'
import { expect, heading, navigateInPage, signIn, test } from '../support/journey.ts'
import { publishRule } from '../support/rules.ts'
import { createCustomer, Shop } from '../support/shop.ts'

test('an assessment of the older generation is created, decides an event that is labelled and found, and is renamed', async ({
  page,
  request,
}) => {
  test.slow()
  const { tag } = createCustomer()
  const [apiName, renamed] = [`Review${tag}`, `Opinion${tag}`]
  const [name, newName] = [`Review ${tag}`, `Opinion ${tag}`]
  const eventId = `rev-${tag}`
  const shop = await Shop.open(request)
  const call = (assessment: string, id: string) =>
    request.post(`/v1.0/action/assessment/${assessment}`, {
      headers: { authorization: `Bearer ${shop.token}`, 'x-ms-dfpenvid': environments.harbor },
      data: {
        name: assessment,
        version: '0.5',
        metadata: { trackingId: id, merchantTimeStamp: new Date().toISOString() },
        user: { userId: `reader-${tag}` },
        review: { stars: 1, containsLink: true },
      },
    })
  const row = (of: string) => page.getByRole('row', { name: new RegExp(of) })
  const found = page.getByRole('grid', { name: 'Events found' })

  await test.step('it is created with its path, and calls are refused until a rule is active', async () => {
    await signIn(page, accounts.engineer, `/fraud/assessments?env=${environments.harbor}`)
    await page.getByRole('button', { name: 'New legacy assessment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Friendly name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'API name' }).fill(apiName)
    await expect(dialog.getByText(`/v1.0/action/assessment/${apiName}`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(heading(page, `Rules of ${name}`)).toBeVisible()
    expect((await call(apiName, eventId)).status()).toBe(400)
    await publishRule(page, `Links ${tag}`, 'RETURN Reject("Link") WHEN @"review.containsLink" == true', apiName)
    const answer = await call(apiName, eventId)
    expect(answer.status(), await answer.text()).toBe(200)
    expect(await answer.text()).toContain('"Reject"')
  })

  await test.step('its event is labelled, found by the search and read', async () => {
    const label = await shop.post('Label', {
      labelObjectType: 'GenericEvent',
      labelObjectId: eventId,
      labelSource: 'ManualReview',
      labelState: 'Fraud',
      isFraud: true,
      _metadata: { trackingId: `label-${tag}`, merchantTimeStamp: new Date().toISOString() },
    })
    expect(label.status(), await label.text()).toBe(200)
    await navigateInPage(page, `/search?type=${apiName}`)
    await found.getByRole('link', { name: eventId }).click()
    await expect(heading(page, new RegExp(eventId))).toBeVisible()
    await expect(page.getByText(`Rejected by Links ${tag} › Clause 1.`)).toBeVisible()
    await expect(page.getByText('Fraud', { exact: true }).first()).toBeVisible()
  })

  await test.step('another name and API name act at once; its rule and its event stay with it', async () => {
    await navigateInPage(page, '/fraud/assessments')
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Friendly name' }).fill(newName)
    await dialog.getByRole('textbox', { name: 'API name' }).fill(renamed)
    await expect(dialog.getByText(/Pause calls before you save/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row(newName)).toBeVisible()
    const former = await call(apiName, `former-${tag}`)
    expect(former.status(), await former.text()).toBe(404)
    expect((await call(renamed, `new-${tag}`)).status()).toBe(200)
    await navigateInPage(page, `/search?type=${renamed}`)
    await expect(found.getByRole('link', { name: `new-${tag}` })).toBeVisible()
    await navigateInPage(page, `/search?type=${apiName}`)
    await expect(found.getByRole('link', { name: eventId })).toBeVisible()
  })

  await test.step('it is deleted with everything of it', async () => {
    await navigateInPage(page, '/fraud/assessments')
    await page.getByRole('checkbox', { name: `Select ${newName}` }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill(renamed)
    await dialog.getByRole('button', { name: 'Delete assessment' }).click()
    await expect(row(newName)).toHaveCount(0)
  })
})
