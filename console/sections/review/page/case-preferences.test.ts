// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { loadPreferences, storedPreferences } from '../../../platform/testing/preferences.ts'
// What the page fetches with this tab, and its dialogs.
import '../case/case-dialogs.tsx'
import { decidedCase, reviewedCase } from '../testing/case-fixture.ts'
import { renderCase } from '../testing/case-page.ts'
import './json-tab.tsx'
import { Component } from './case-page.tsx'

beforeEach(() => stubLayout())
afterEach(cleanup)

const render = async (chosen: Parameters<typeof storedPreferences>[0]) => {
  const page = renderCase(Component, reviewedCase(), {
    'cases.decide': () => decidedCase(),
    'preferences.get': () => storedPreferences(chosen),
    'preferences.update': input => ({
      ...storedPreferences({ ...chosen, ...(input['changes'] as object) }),
      version: 2,
    }),
  })
  await loadPreferences()
  return page
}
const press = (key: string) => fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}` })

it('without opening the next case, the decided one stays', async () => {
  const page = await render({ autoAdvance: false })
  await screen.findByRole('button', { name: /^Reject ?Z$/ })
  press('2')
  const opened = await screen.findByRole('dialog', { name: /Reject/ })
  const submit = within(opened).getByRole('button', { name: 'Submit' })
  await waitFor(() => expect(document.activeElement).toBe(submit))
  fireEvent.click(submit)
  await waitFor(() => expect(page.changes()).toContain('cases.decide'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.calls.some(({ procedure }) => procedure === 'queues.next')).toBe(false)
  expect(page.router.state.location.pathname).toContain('/P-1001')
})

it('a key of one’s own replaces the first one, on the button and on the page', async () => {
  await render({ caseKeys: { tags: 'q' } })
  await screen.findByRole('button', { name: /Tags/ })
  fireEvent.keyDown(document.body, { key: '#', code: 'Digit3' })
  expect(screen.queryByRole('dialog')).toBeNull()
  press('q')
  await screen.findByRole('dialog', { name: 'Change tags' })
})

it('the menu of the page switches whether the next case opens, and offers the tour once', async () => {
  const page = await render({})
  await screen.findByText(/New to reviewing cases/)
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Review settings' }), { key: 'Enter' })
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Open the next case after a decision' })
  expect(item.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(item)
  await waitFor(() =>
    expect(page.calls.find(({ procedure }) => procedure === 'preferences.update')?.input).toMatchObject({
      changes: { autoAdvance: false },
    }),
  )
})
