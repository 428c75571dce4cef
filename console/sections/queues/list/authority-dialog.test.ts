// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { environmentId, pageAddress, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { ana, ben, general } from '../testing/queue-samples.ts'
import { Component } from './queues-page.tsx'
// What the page fetches with the dialog.
import './authority-dialog.tsx'

it('shows what each reviewer approves alone, and sends what was changed', async () => {
  const calls = stubConsoleApi({
    'queues.list': () => [general],
    'cases.unfinished': () => ({ locked: [], assigned: [], onHold: [], approvals: [] }),
    'caseAuthority.list': () => [
      { userId: ana.id, name: ana.name, amountUsd: 100_00, inherited: null },
      { userId: ben.id, name: ben.name, amountUsd: null, inherited: { amountUsd: 50_00, environmentName: 'Harbor' } },
    ],
    'caseAuthority.set': () => [],
  })
  renderFailingPage(createElement(Component), `${pageAddress}&show=all`)
  await pressButton('Approval limits')
  const limit = await screen.findByRole<HTMLInputElement>('spinbutton', { name: ana.name })
  expect(limit.value).toBe('100')
  expect(screen.getByText(/50\.00 from/)).toBeTruthy()
  fillField(screen.getByRole('spinbutton', { name: ben.name }), '250')
  await pressButton('Save')
  await waitFor(() => expect(calls.map(({ procedure }) => procedure)).toContain('caseAuthority.set'))
  expect(calls.find(({ procedure }) => procedure === 'caseAuthority.set')?.input).toEqual({
    environmentId,
    limits: [{ userId: ben.id, amountUsd: 250_00 }],
  })
})
