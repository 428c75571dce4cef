// @vitest-environment jsdom
import type { Session } from '@assay/risk-service/contract'
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities, withSession } from '../../../platform/testing/session.ts'
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
