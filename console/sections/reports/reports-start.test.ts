// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { pageAddress, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../platform/testing/session.ts'
import { ReportsStart } from './reports-start.tsx'

it.each([
  [true, '/reports/summary'],
  [false, '/reports/alerts'],
])('whether the summary may be opened, %s, decides where the reports start: %s', async (granted, address) => {
  stubConsoleApi({})
  const start = withCapabilities(createElement(ReportsStart), ({ 'reports.general': right, ...others }) =>
    granted && right ? { ...others, 'reports.general': right } : others,
  )
  const router = renderFailingPage(start, pageAddress.replace('/page', '/reports'))
  await waitFor(() => expect(router.state.location.pathname).toBe(address))
})
