// @vitest-environment jsdom
import type { AccessExplanation } from '@assay/risk-service/contract'
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../testing/console-api-stub.ts'
import { renderPage } from '../testing/lost-session.ts'
import { pressButton } from '../testing/user-input.ts'
import { NoAccess } from './no-access.tsx'

const explanation: AccessExplanation = {
  outcome: 'forbidden',
  name: 'Engineer',
  capability: 'rules',
  required: 'write',
  level: 'read',
  grants: [
    {
      role: 'AllAreasViewer',
      by: 'group',
      groupName: 'Night shift',
      environmentId,
      environmentName: 'Harbor',
      level: 'read',
    },
  ],
  elsewhere: [],
  limited: false,
  sufficient: ['ProductAdmin', 'FraudEngineer'],
  signedInAt: null,
}

it('a page that does not open says why on request: the roles with their path, and those that would be enough', async () => {
  const calls = stubConsoleApi({ 'access.ownAccess': () => explanation })
  renderPage(createElement(NoAccess, { page: true, capability: 'rules', required: 'write' }))
  expect(calls.filter(({ procedure }) => procedure === 'access.ownAccess')).toEqual([])
  await pressButton('Why?')
  expect(await screen.findByText(/assigned to the group/)).toBeTruthy()
  expect(document.body.textContent).toContain('AllAreasViewer, assigned to the group Night shift in Harbor: lets view.')
  expect(document.body.textContent).toContain('One of these roles would be enough: Product admin or FraudEngineer.')
  expect(calls.find(({ procedure }) => procedure === 'access.ownAccess')?.input).toEqual({
    environmentId,
    capability: 'rules',
    required: 'write',
  })
})

it('offers no explanation where the refusal names no permission', () => {
  stubConsoleApi({})
  renderPage(createElement(NoAccess, { page: true }))
  expect(screen.queryByRole('button', { name: 'Why?' })).toBeNull()
})
