// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement, Fragment, useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { loadPreferences, storedPreferences } from '../../platform/testing/preferences.ts'
import { withCapabilities, withSession } from '../../platform/testing/session.ts'
import { endTour, type RunningTour, useRunningTour } from '../../platform/tours/index.ts'
import { TourCards } from '../../platform/tours/tour-cards.tsx'
import { HelpMenu } from './help-menu.tsx'

beforeEach(() => {
  stubConsoleApi({})
})

/** Tours in the menu of a user with these rights in the environment. */
async function readTours(change: Parameters<typeof withCapabilities>[1]) {
  renderPage(withCapabilities(createElement(HelpMenu), change))
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

it('a global administrator, and nobody else, can create a request for support', async () => {
  const openMenu = async () => {
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Help' }), { key: 'Enter' })
    await screen.findByRole('menuitem', { name: 'About' })
    return screen.queryByRole('menuitem', { name: 'Create support request' })
  }
  const withRoles = (directoryRoles: string[]) =>
    withSession(createElement(HelpMenu), session => ({ ...session, directoryRoles }))
  renderPage(withRoles(['ApplicationAdministrator']))
  expect(await openMenu()).toBeNull()
  cleanup()
  renderPage(withRoles(['GlobalAdministrator']))
  expect(await openMenu()).not.toBeNull()
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
  renderPage(content)
  const button = await screen.findByRole('button', { name: 'Help' })
  button.focus()
  fireEvent.keyDown(button, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Tour: Environments' }))
  await waitFor(() => expect(focused).not.toBeNull())
  expect(focused).toBe(button)
  act(() => endTour('environments', 'skipped', 0))
})

it('a tour that was left elsewhere goes on there, and its card that was put away elsewhere stays away', async () => {
  let running: RunningTour | null = null
  const Probe = () => {
    running = useRunningTour()
    return null
  }
  const renderTours = async () => {
    await loadPreferences()
    const content = createElement(
      Fragment,
      null,
      createElement(TourCards),
      createElement(HelpMenu),
      createElement(Probe),
    )
    renderPage(content)
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Help' }), { key: 'Enter' })
    await screen.findByRole('menuitem', { name: /^Keyboard shortcuts/ })
  }
  const findCard = () => screen.queryByRole('region', { name: 'New here', hidden: true })

  stubConsoleApi({ 'preferences.get': () => storedPreferences({}) })
  await renderTours()
  expect(screen.getByRole('menuitem', { name: 'Tour: Purchase protection' })).toBeTruthy()
  expect(findCard()).not.toBeNull()
  cleanup()

  const tours = { purchase: { state: 'inProgress', step: 2 }, rule: { state: 'done', step: 0 } } as const
  stubConsoleApi({ 'preferences.get': () => storedPreferences({ tours, dismissed: ['tours'] }) })
  await renderTours()
  expect(findCard()).toBeNull()
  expect(screen.getByRole('menuitem', { name: 'Replay tour: Creating a rule' })).toBeTruthy()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Continue tour: Purchase protection' }))
  await waitFor(() => expect(running).toEqual({ id: 'purchase', step: 2 }))
  act(() => endTour('purchase', 'skipped', 2))
})
