// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it, vi } from 'vitest'
import { stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { SupportEditPanel } from './support-edit-panel.tsx'

it('of many values, the one that cannot be on a support list is named, and none counts as saved', async () => {
  const calls = stubConsoleApi({
    'supportLists.find': () => [],
    'supportLists.save': () => {
      throw new ORPCError('UNPROCESSABLE_CONTENT', {
        status: 422,
        data: { issues: [{ path: ['values', 1], message: 'The value is not valid for this list.' }] },
      })
    },
  })
  const onSaved = vi.fn()
  const props = { list: 'email' as const, values: [], onGuard: () => undefined, onClose: () => undefined, onSaved }
  renderPage(createElement(SupportEditPanel, props))
  const text = 'somebody@example.com\nno address\n\nnor this'
  const values = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Values' })
  fillField(values, text)
  await pressButton('Save')
  await screen.findByText((_, element) =>
    element?.tagName !== 'BODY' && element?.children.length === 1
      ? element.textContent === '“no address” is not valid for this list. Nothing was saved.'
      : false,
  )
  expect(calls.findLast(({ procedure }) => procedure === 'supportLists.save')?.input['values']).toEqual([
    'somebody@example.com',
    'no address',
    'nor this',
  ])
  expect(values.value).toBe(text)
  expect(onSaved).not.toHaveBeenCalled()
})
