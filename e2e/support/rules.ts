import { expect, type Locator, type Page } from '@playwright/test'
import { heading } from './journey.ts'

/** A new rule of this name, from any page. Gives the code of its clause, focused. */
export async function startRule(page: Page, name: string): Promise<Locator> {
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const rules = page.getByRole('menuitem', { name: 'Purchase rules' }).or(navigation.getByRole('link', { name: 'Purchase rules' }))
  // The navigation may just be folding itself to icons, which closes what was opened before.
  await expect(async () => {
    await navigation.getByRole('button', { name: 'Fraud' }).click()
    await rules.first().click({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await expect(heading(page, 'Purchase rules')).toBeVisible()
  await page.getByRole('button', { name: 'New rule', exact: true }).click()
  await page.getByRole('button', { name: 'Rename rule' }).click()
  await page.getByRole('textbox', { name: 'Rename rule' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(heading(page, name)).toBeVisible()
  const code = page.getByRole('textbox', { name: 'Code of clause1' })
  await code.click({ position: { x: 40, y: 12 } })
  return code
}

/** Writes over what stands in the code that has the focus. */
export async function typeCode(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.type(text)
}
