import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { publishRule, removeRule, replaceCode } from '../support/rules.ts'

const address = '/data/functions'
const randomTag = () => Math.random().toString(36).slice(2, 8)

test('an engineer makes a function, tries it, publishes it, and cannot delete it while a rule calls it', async ({
  page,
  guard,
}) => {
  test.setTimeout(180_000)
  // The browser itself logs the refusing response.
  guard.allowConsoleError(/status of 409/)
  const name = `Pricing_${randomTag()}`
  await signIn(page, accounts.engineer, address)
  await page.getByRole('button', { name: 'New function', exact: true }).first().click()
  await page.getByRole('button', { name: 'Rename function' }).click()
  await page.getByRole('textbox', { name: 'Rename function' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(heading(page, name)).toBeVisible()

  await test.step('a parameter with its default', async () => {
    await page
      .getByRole('navigation', { name: 'Parameters and properties' })
      .getByRole('button', { name: 'None' })
      .click()
    await page.getByRole('button', { name: 'Add parameter' }).click()
    await page.getByRole('textbox', { name: 'Name of parameter 1' }).fill('_qty')
    await page.getByRole('combobox', { name: 'Data type of _qty' }).click()
    await page.getByRole('option', { name: 'Integer' }).click()
    await page.getByRole('textbox', { name: 'Default value of _qty' }).fill('6')
  })
  const results = page.getByRole('region', { name: 'Function evaluation' })
  await test.step('a property, evaluated while it is typed', async () => {
    await page
      .getByRole('navigation', { name: 'Parameters and properties' })
      .getByRole('button', { name: /^1 Result/ })
      .click()
    await page.getByRole('textbox', { name: 'Code of Result' }).focus()
    await replaceCode(page, 'RETURN _qty * 7')
    await expect(results.getByText('42', { exact: true })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish function' }).click()
  await expect(page.getByText('Function published.').last()).toBeVisible()

  await test.step('what uses it is named when it is to be deleted', async () => {
    const rule = await publishRule(
      page,
      `Calls ${name}`,
      `RETURN Review("Many") WHEN Functions.${name}(3).Result > 9000`,
    )
    await page.getByRole('button', { name: 'Back to functions' }).click()
    const remove = async () => {
      await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter')
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete function' }).press('Enter')
    }
    await remove()
    const kept = page.getByRole('dialog', { name: `${name} was not deleted` })
    await expect(kept.getByRole('link', { name: `Calls ${name}` })).toBeVisible()
    await kept.getByRole('button', { name: 'Close' }).last().click()

    await removeRule(page, rule)
    await remove()
    await expect(page.getByText(`${name} deleted.`, { exact: true })).toBeVisible()
  })
})
