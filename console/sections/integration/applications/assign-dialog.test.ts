// @vitest-environment jsdom
import type { ApplicationRole, FoundApplication } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { Component } from './access-page.tsx'

const clientId = 'shop-1'
let calls: RecordedCall[]
let found: FoundApplication[]
let mayAssign: ApplicationRole[]
let assign: () => unknown
beforeEach(() => {
  stubLayout()
  found = [{ clientId, name: 'Shop', environmentId: '0198a000-0000-7000-8000-0000000000f1', roles: [] }]
  mayAssign = ['RiskApi', 'ProvisioningApi']
  assign = () => ({ roles: ['Risk_API'] })
  calls = stubConsoleApi({
    'applications.list': () => ({ applications: [], unseen: [], mayCreate: true, mayAssign }),
    'applications.find': () => ({ applications: found }),
    'applications.assign': () => assign(),
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
async function choose() {
  renderFailingPage(createElement(Component))
  await pressButton('Assign existing application')
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign existing application' }))
  fillField(dialog.getByRole('combobox'), 'sho')
  fireEvent.click(await screen.findByRole('option', { name: /Shop/ }))
  return { dialog, save: dialog.getByRole<HTMLButtonElement>('button', { name: 'Assign role(s)' }) }
}

it('assigns roles to an application of another environment, once something was chosen', async () => {
  const { dialog, save } = await choose()
  expect(inputsOf('applications.find')).toEqual([{ environmentId, query: 'sho' }])
  expect(save.disabled).toBe(true)
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Risk_API' }))
  fireEvent.click(save)
  await waitFor(() =>
    expect(inputsOf('applications.assign')).toEqual([{ environmentId, clientId, baseRoles: [], roles: ['RiskApi'] }]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('its present roles are chosen at first, and without any it loses its access', async () => {
  found = found.map(each => ({ ...each, roles: ['RiskApi'] }))
  const { dialog, save } = await choose()
  expect(save.disabled).toBe(true)
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Risk_API' }))
  expect(dialog.getByText(/loses its access to this environment/)).toBeTruthy()
  fireEvent.click(save)
  await waitFor(() => expect(inputsOf('applications.assign')).toMatchObject([{ baseRoles: ['RiskApi'], roles: [] }]))
})

it('says why roles are refused, and keeps the choice', async () => {
  assign = () => {
    throw new ORPCError('FORBIDDEN', { data: { reason: 'applications.roleAssignment' }, defined: true })
  }
  const { dialog, save } = await choose()
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Risk_API' }))
  fireEvent.click(save)
  expect(await dialog.findByText(/^You may not assign or revoke/)).toBeTruthy()
  expect(dialog.getByRole('checkbox', { name: 'Risk_API' }).getAttribute('data-state')).toBe('checked')
})

it('is not offered to those who may assign no role', async () => {
  mayAssign = []
  renderFailingPage(createElement(Component))
  await screen.findByText('No applications yet')
  expect(screen.queryByRole('button', { name: 'Assign existing application' })).toBeNull()
})

it('is not offered to those who only read', async () => {
  renderFailingPage(withReadAccess(createElement(Component)))
  await screen.findByText('No applications yet')
  expect(screen.queryByRole('button', { name: 'Assign existing application' })).toBeNull()
})
