// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { summaryOf } from '../testing/rules.ts'
import { Component as RoutingRulesPage } from './routing-rules-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('who may only read the routing rules is offered no command', async () => {
  stubLayout()
  sessionStorage.clear()
  stubConsoleApi({
    'routingRules.list': () => [{ ...summaryOf(11, 'Large orders'), type: 'routing', queues: ['General'] }],
    'routingRules.assessments': () => [],
  })
  renderPage(withReadAccess(createElement(RoutingRulesPage)))
  expect(await screen.findByRole('heading', { level: 1, name: 'Routing rules' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Large orders' })).toBeTruthy()
  expect(screen.getByText('You can read these rules but not change them')).toBeTruthy()
  for (const name of ['New rule', /^Actions for /]) expect(screen.queryByRole('button', { name })).toBeNull()
})
