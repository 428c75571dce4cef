// @vitest-environment jsdom
import type { Session } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities, withSession } from '../../../platform/testing/session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { Component } from './admin-settings-page.tsx'

const address = `${pageAddress}&tab=general`
const tenantId = '0198a000-0000-7000-8000-0000000000c1'
const ofProvider = (session: Session): Session => ({
  ...session,
  tenant: { ...session.tenant, id: tenantId, name: 'Meridian Games', roleFamily: 'psp' },
})
beforeEach(() => {
  stubConsoleApi({})
})

it('names the tenant, its id, the geography of its first environment, its role family and the build', async () => {
  renderFailingPage(withSession(createElement(Component, { links: 'The external tiles' }), ofProvider), address)
  expect(await screen.findByText('Meridian Games', { selector: 'dd *' })).toBeTruthy()
  expect(screen.getByText(tenantId)).toBeTruthy()
  expect(screen.getByText('Payment service provider')).toBeTruthy()
  expect(screen.getByText('Build')).toBeTruthy()
  expect(screen.getByText('The external tiles')).toBeTruthy()
})

it('without the right to the configuration, nothing of it is shown', async () => {
  const withoutRight = withCapabilities(createElement(Component, { links: 'The external tiles' }), capabilities => {
    const { 'admin.configuration': _, ...rest } = capabilities
    return rest
  })
  renderFailingPage(withoutRight, address)
  expect(await screen.findByText('You cannot open this page')).toBeTruthy()
  expect(screen.queryByText('The external tiles')).toBeNull()
})

const settings = { enabled: true, model: null, version: 3, hasKey: false, mayChange: true }

it('the assistant is switched off, and gets a language model with its key', async () => {
  const calls = stubConsoleApi({
    'assistant.settings': () => settings,
    'assistant.saveSettings': ({ settings: saved }) => ({
      ...settings,
      ...(saved as object),
      version: 4,
      hasKey: true,
    }),
  })
  renderFailingPage(createElement(Component, { links: null }), address)
  fireEvent.click(await screen.findByRole('switch', { name: 'Offer the assistant' }))
  fillField(screen.getByRole('textbox', { name: /^Model URL/ }), 'https://models.example/v1')
  await pressButton('Save changes')
  await screen.findByText('Enter the name of the model.')
  fillField(screen.getByRole('textbox', { name: /^Model name/ }), 'small-model')
  fillField(screen.getByLabelText(/^Key/), 'k1')
  await pressButton('Save changes')
  await waitFor(() =>
    expect(calls.find(({ procedure }) => procedure === 'assistant.saveSettings')?.input).toMatchObject({
      baseVersion: 3,
      settings: { enabled: false, model: { address: 'https://models.example/v1', name: 'small-model' } },
      key: { value: 'k1' },
    }),
  )
  await screen.findByText('Settings saved.')
})

it('who may not change the settings of the whole tenant reads those of the assistant', async () => {
  stubConsoleApi({ 'assistant.settings': () => ({ ...settings, mayChange: false }) })
  renderFailingPage(createElement(Component, { links: null }), address)
  const offered = await screen.findByRole<HTMLButtonElement>('switch', { name: 'Offer the assistant' })
  expect(offered.disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Model URL/ }).disabled).toBe(true)
})
