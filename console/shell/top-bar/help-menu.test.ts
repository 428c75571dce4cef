// @vitest-environment jsdom
import type { Environment, Session } from '@assay/risk-service/contract'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createElement, Fragment, useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { api } from '../../platform/api/client.ts'
import { createQueryClient } from '../../platform/api/query-client.ts'
import { createPageRouter, page, pageAddress, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { endTour, useRunningTour } from '../../platform/tours/index.ts'
import { HelpMenu } from './help-menu.tsx'

beforeEach(() => {
  stubLayout()
  stubConsoleApi({})
})

/** Tours of the menu for somebody with these rights in the environment. */
async function readTours(change: (capabilities: Environment['capabilities']) => Environment['capabilities']) {
  const queryClient = createQueryClient()
  render(page({ router: createPageRouter(pageAddress), queryClient, children: createElement(HelpMenu) }))
  queryClient.setQueryData(api.session.get.queryKey(), session => ({
    ...(session as unknown as Session),
    environments: (session as unknown as Session).environments.map(environment => ({
      ...environment,
      capabilities: change((environment as Environment).capabilities),
    })),
  }))
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Help' }), { key: 'Enter' })
  await screen.findByRole('menuitem', { name: /^Keyboard shortcuts/ })
  return screen.getAllByRole('menuitem', { name: /^Tour: / }).map(item => item.textContent)
}

it('the help menu offers every tour to those who may do what it shows', async () => {
  expect(await readTours(all => all)).toEqual([
    'Tour: Purchase protection',
    'Tour: Creating a rule',
    'Tour: Environments',
  ])
})

it('the help menu offers no tour of what somebody may only read', async () => {
  expect(await readTours(all => ({ ...all, rules: 'read' }))).toEqual([
    'Tour: Purchase protection',
    'Tour: Environments',
  ])
})

it('a tour begins once its menu gave the focus back to its button', async () => {
  let focused: Element | null = null
  const Probe = () => {
    const tour = useRunningTour()
    useEffect(() => {
      if (tour !== null) focused = document.activeElement
    }, [tour])
    return null
  }
  const content = createElement(Fragment, null, createElement(HelpMenu), createElement(Probe))
  render(page({ router: createPageRouter(pageAddress), children: content }))
  const button = await screen.findByRole('button', { name: 'Help' })
  button.focus()
  fireEvent.keyDown(button, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Tour: Environments' }))
  await waitFor(() => expect(focused).not.toBeNull())
  expect(focused).toBe(button)
  act(() => endTour('environments', 'skipped', 0))
})
