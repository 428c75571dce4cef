import { expect, type Locator, type Page } from '@playwright/test'
import { environments } from './demo.ts'
import { heading, readAccessToken } from './journey.ts'
import { recordSensitiveValues } from './sensitive-values.ts'

/** Creates a rule of this name, from any page. Returns the code of its clause, focused. */
export async function createRule(page: Page, name: string): Promise<Locator> {
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const rules = page
    .getByRole('menuitem', { name: 'Purchase rules' })
    .or(navigation.getByRole('link', { name: 'Purchase rules' }))
  if (new URL(page.url()).pathname !== '/fraud/purchase/rules')
    // The navigation may be collapsing to icons at that moment, which closes what was opened before.
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
  const code = page.getByRole('textbox', { name: 'Code of Clause 1' })
  await code.focus()
  return code
}

/**
 * Replaces the text of the focused code, all at once: a text of fifty keystrokes is checked and evaluated fifty times.
 */
export async function replaceCode(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

/** Publishes the open draft, through its dialog, which shows the effect. */
export async function publishDraft(page: Page, effect?: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  if (effect !== undefined) await expect(page.getByRole('dialog').getByText(effect)).toBeVisible()
  await page.getByRole('button', { name: 'Publish rule' }).click()
  await expect(page.getByText('Rule published.').last()).toBeVisible()
}

/** Publishes a rule of one clause, by default for purchases, with the calls of the console. Returns its id. */
export async function publishRule(page: Page, name: string, text: string, eventType = 'purchase'): Promise<string> {
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const rules = `/api/console/v1/environments/${environments.harbor}/rules`
  const headers = { authorization: `Bearer ${token}` }
  const body = {
    name,
    description: '',
    condition: '',
    sample: { payload: {}, riskScore: 500 },
    clauses: [{ name: 'Clause 1', section: 'prior', text }],
  }
  const made = await page.request.post(`${rules}/${eventType}`, { headers, data: { body } })
  expect(made.status(), await made.text()).toBe(201)
  const { id } = (await made.json()) as { id: string }
  const published = await page.request.post(`${rules}/${id}/publish`, {
    headers,
    data: { status: 'active', baseVersion: 0 },
  })
  expect(published.status(), await published.text()).toBe(200)
  return id
}

export async function removeRule(page: Page, id: string): Promise<void> {
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const answer = await page.request.delete(`/api/console/v1/environments/${environments.harbor}/rules/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
