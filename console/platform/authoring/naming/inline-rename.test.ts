// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { stubConsoleApi } from '../../testing/console-api-stub.ts'
import { readRecoveryKeys, renderPage } from '../../testing/lost-session.ts'
import { fillField, pressButton } from '../../testing/user-input.ts'
import { InlineRename } from './inline-rename.tsx'
import { validateName } from './name-validation.ts'

beforeEach(() => {
  stubConsoleApi({})
})

it('a name that is typed over another is there again after a lost session, in its own field alone', async () => {
  const onOpenChange = vi.fn()
  const rename = (name: string) =>
    createElement(InlineRename, {
      key: name,
      name,
      label: `Rename ${name}`,
      faultOf: validateName,
      onRename: () => undefined,
      onOpenChange,
    })
  const { loseSession } = renderPage([rename('Visits'), rename('Spending')])
  await pressButton('Rename Spending')
  const findField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Rename Spending' })
  fillField(await findField(), '+ half a name')
  onOpenChange.mockClear()
  loseSession()
  expect((await findField()).value).toBe('+ half a name')
  expect(onOpenChange.mock.calls).toEqual([[true]])
  expect(screen.queryByRole('textbox', { name: 'Rename Visits' })).toBeNull()
  expect(readRecoveryKeys()).toEqual([])
})
