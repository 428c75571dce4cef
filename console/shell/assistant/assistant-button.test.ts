// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { publishLiveEvent } from '../../platform/live/live-events.ts'
import { createPageRouter, page, pageAddress, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { languageWrapper } from '../../platform/testing/language-wrapper.ts'
import { withCapabilities } from '../../platform/testing/session.ts'
import { AssistantButton } from './assistant-button.tsx'
import { closeAssistant, useAssistantState } from './assistant-state.ts'

function State() {
  return JSON.stringify(useAssistantState())
}
const button = createElement(
  'div',
  null,
  createElement(AssistantButton),
  createElement('p', null, createElement(State)),
)
function renderButton(enabled: boolean, content = button) {
  const calls = stubConsoleApi({ 'assistant.availability': () => ({ enabled, model: false }) })
  render(page({ router: createPageRouter(pageAddress), children: languageWrapper(content) }))
  return calls
}

beforeEach(() => stubLayout())
afterEach(() => {
  act(closeAssistant)
  cleanup()
  vi.unstubAllGlobals()
})

it('opens the assistant and closes it, by the pointer and by its shortcut', async () => {
  renderButton(true)
  const icon = await screen.findByRole('button', { name: 'Assistant' })
  expect(icon.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(icon)
  expect(icon.getAttribute('aria-pressed')).toBe('true')
  expect(sessionStorage.getItem('assay/assistant')).toBe('open')
  fireEvent.click(icon)
  expect(icon.getAttribute('aria-pressed')).toBe('false')
  expect(sessionStorage.getItem('assay/assistant')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ', ctrlKey: true })
  await waitFor(() => expect(icon.getAttribute('aria-pressed')).toBe('true'))
})

it('is hidden where the administrator has switched the assistant off', async () => {
  const calls = renderButton(false)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Assistant' })).toBeNull()
})

it('is hidden from a user without the right, and nothing is asked for them', async () => {
  const calls = renderButton(
    true,
    createElement(
      'div',
      null,
      withCapabilities(button, capabilities => {
        const { copilot: _, ...rest } = capabilities
        return rest
      }),
    ),
  )
  await screen.findByText(/focusRequests/)
  expect(screen.queryByRole('button', { name: 'Assistant' })).toBeNull()
  expect(calls.filter(({ procedure }) => procedure === 'assistant.availability').length).toBeLessThan(2)
})

it('comes and goes in an open console as the administrator switches it', async () => {
  let enabled = true
  stubConsoleApi({ 'assistant.availability': () => ({ enabled, model: false }) })
  render(page({ router: createPageRouter(pageAddress), children: languageWrapper(button) }))
  await screen.findByRole('button', { name: 'Assistant' })
  enabled = false
  act(() => publishLiveEvent({ kind: 'assistant' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Assistant' })).toBeNull())
  enabled = true
  act(() => publishLiveEvent({ kind: 'assistant' }))
  await screen.findByRole('button', { name: 'Assistant' })
})
