// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { pressButton } from '../../platform/testing/user-input.ts'
import { HelpMenu } from '../top-bar/help-menu.tsx'
import { OverlayHost } from './overlay-host.tsx'

beforeEach(() => {
  stubLayout()
  stubConsoleApi({})
})
const open = (search: string) =>
  renderPage(createElement(Fragment, null, createElement(HelpMenu), createElement(OverlayHost)), `/search${search}`)
const findDialog = () => screen.findByRole('dialog', { name: 'Help topics' })

it('shows the topic that the address names, leads to its page, and leaves the address as it was', async () => {
  const { readSearch } = open(`?env=${environmentId}&period=90d&help=velocity`)
  const dialog = within(await findDialog())
  expect(dialog.getByText(/^A velocity counts or sums events/)).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Open Velocities' }).getAttribute('href')).toBe(
    `/data/velocities?env=${environmentId}`,
  )
  expect(await dialog.findByRole('heading', { name: 'Where counts are stored' })).toBeTruthy()
  fireEvent.click(dialog.getByRole('link', { name: 'All topics' }))
  fireEvent.click(
    within(await dialog.findByRole('list', { name: 'All topics' })).getByRole('link', { name: 'Back-test' }),
  )
  await dialog.findByText(/^In the editor of a rule, choose Back-test/)
  expect(readSearch()).toContain('help=backtest')
  await pressButton('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(new URLSearchParams(readSearch()).get('period')).toBe('90d')
  expect(readSearch()).not.toContain('help')
})

it('lists all topics from the menu, and for a topic of another version', async () => {
  open(`?env=${environmentId}`)
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Help' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Help topics' }))
  const dialog = within(await findDialog())
  expect(within(dialog.getByRole('list', { name: 'All topics' })).getAllByRole('link').length).toBeGreaterThan(25)
  expect(dialog.queryByRole('link', { name: /^Open / })).toBeNull()
})

it('opens the guide that a guide leads to, at its heading', async () => {
  open(`?env=${environmentId}&help=${encodeURIComponent('search.md#comparison')}`)
  const dialog = within(await findDialog())
  expect((await dialog.findByRole('heading', { name: 'Comparison' })).id).toBe('guide-comparison')
  expect(dialog.getByRole('heading', { name: 'Search', level: 3 })).toBeTruthy()
})
