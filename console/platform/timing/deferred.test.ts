// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { type ComponentType, createElement } from 'react'
import { expect, it, vi } from 'vitest'
import { hookWrapper } from '../testing/hook-wrapper.ts'
import { deferred } from './deferred.tsx'

it('a deferred part leaves its placeholder untouched until its code is there, so that React delays no fallback', async () => {
  const code = Promise.withResolvers<ComponentType>()
  const load = vi.fn(() => code.promise)
  const Menu = deferred(load, () => createElement('span', {}, 'Menu as text'))
  render(createElement(Menu), { wrapper: hookWrapper })
  const placeholder = screen.getByText('Menu as text')
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await act(() => Promise.resolve())
  // A fallback would be another element, and stays for 300 ms at least.
  expect(screen.getByText('Menu as text')).toBe(placeholder)
  expect(placeholder.style.display).toBe('')
  await act(async () => code.resolve(() => createElement('button', {}, 'Menu')))
  expect(screen.getByRole('button', { name: 'Menu' })).toBeTruthy()
  expect(screen.queryByText('Menu as text')).toBeNull()
})
