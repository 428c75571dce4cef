import type { Rule } from '../../risk-service/contract/index.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { retryName } from '../support/retry-name.ts'
import { publishDraft } from '../support/rules.ts'
import { callConsoleApi } from './case-calls.ts'

test('a manager sees where a routing rule would send past cases, publishes it, and moves the waiting ones', async ({
  page,
}) => {
  const environmentId = environments.harborUs
  const list = `/casemanagement/routingrules?env=${environmentId}`
  const name = retryName('Every other order')
  await signIn(page, accounts.caseManager, list)
  await expect(heading(page, 'Routing rules')).toBeVisible()
  const draft = await callConsoleApi<Rule>(page, 'routingRules/create', {
    environmentId,
    eventType: 'purchase',
    body: {
      name,
      description: '',
      condition: '',
      clauses: [{ name: 'All', section: 'prior', text: 'ROUTETO Queue("High value")' }],
      sample: { payload: {}, riskScore: 0 },
    },
  })

  await test.step('the publish dialog counts cases per queue, before and after', async () => {
    await page.goto(`${list}&rule=${draft.id}`)
    await expect(heading(page, name)).toBeVisible()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const table = page.getByRole('dialog').getByRole('table', { name: 'Cases per queue' })
    const general = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'General' }) })
    // Everything that no rule above claims leaves General.
    await expect(general.getByRole('cell').nth(1)).toHaveText('0')
    await expect(table.getByRole('rowheader', { name: 'High value' })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
    await publishDraft(page)
  })

  await test.step('waiting cases of General move to the queue of the rule', async () => {
    await page.goto(list)
    await page.getByRole('button', { name: 'Re-route waiting cases' }).click()
    const dialog = page.getByRole('dialog', { name: 'Re-route waiting cases' })
    const move = dialog.getByRole('table', { name: 'Cases to move' }).getByRole('row').nth(1)
    await expect(move).toContainText('General')
    await expect(move).toContainText('High value')
    await dialog.getByRole('button', { name: /^Move \d+ case/ }).click()
    await expect(dialog.getByText(/^\d+ cases? moved\.$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await page.goto(`/casemanagement/queues/general?env=${environmentId}`)
    await expect(heading(page, 'General')).toBeVisible()
    await expect(page.getByText('No cases waiting')).toBeVisible()
  })

  await callConsoleApi(page, 'routingRules/remove', { environmentId, ruleId: draft.id })
})
