import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { fcraTextVersion } from '../../risk-service/contract/fcra.ts'
import { demoTenants } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { recordClipboard } from '../support/clipboard.ts'
import { withDatabase } from '../support/database.ts'
import { environments, harbor } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const run = promisify(execFile)
const administrator = 'global-admin@harbor.example'
const account = demoTenants.flatMap(({ accounts }) => accounts).find(({ username }) => username === administrator)
const address = (path: string) => `${path}?env=${environments.harborUs}`
/** Seconds from the integration page to the first decision. */
const limit = 60

test('a developer who only copies sends the first decided purchase within a minute', async ({ page }) => {
  await withDatabase(query =>
    query(`insert into fcra_acceptance (id, tenant_id, user_id, text_version, at) values ($1, $2, $3, $4, now())`, [
      randomUUID(),
      harbor.id,
      account?.id,
      fcraTextVersion,
    ]),
  )
  const copied = await recordClipboard(page)
  await signIn(page, administrator, address('/integration'))
  await expect(heading(page, 'Integration')).toBeVisible()
  const started = Date.now()

  await test.step('registers an application', async () => {
    await page.getByRole('link', { name: 'Create application' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill(`First call ${randomUUID().slice(0, 6)}`)
    await page.getByRole('button', { name: 'Create application' }).click()
    await expect(page.getByText('These commands get a token and send a purchase.')).toBeVisible()
  })
  const answer = await test.step('copies the commands, and runs them as they are', async () => {
    await page.getByRole('button', { name: /Commands/ }).click()
    await expect.poll(copied).toContain('/v1.0/MerchantServices/events/Purchase')
    const commands = await copied()
    recordSensitiveValues(/client_secret='([^']+)'/.exec(commands)?.[1] ?? '')
    const { stdout } = await run('bash', ['-c', commands])
    return JSON.parse(stdout) as { resultDetails?: { MerchantRuleDecision?: string } }
  })
  const seconds = (Date.now() - started) / 1000
  console.log(`First decision after ${seconds.toFixed(1)} s.`)
  expect(JSON.stringify(answer)).toMatch(/Approve|Review|Reject|Challenge/)
  expect(seconds).toBeLessThan(limit)

  await test.step('sees it graded', async () => {
    await page.goto(address('/integration/listen'))
    await expect(page.getByText('What your rules see')).toBeVisible()
    await expect(page.getByText(/first-\d+/).first()).toBeVisible()
  })
})
