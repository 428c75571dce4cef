// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useExplorerAddress } from './use-explorer-address.ts'

const render = (address: string) =>
  renderHook(() => ({ ...useExplorerAddress('2025-10-27'), search: useLocation().search, navigate: useNavigate() }), {
    wrapper: ({ children }: { children: ReactNode }) =>
      createElement(MemoryRouter, { initialEntries: [address] }, children),
  })

const many = Array.from({ length: 30 }, (_, i) => `n${i}`)

it('more nodes than an address takes stay selected, expanded and walked through', () => {
  const { result } = render('/?env=e&key=user&value=u-1')
  act(() => result.current.show({ selected: many, expanded: many, walked: many }))
  const { state, search } = result.current
  expect([state.selected, state.expanded, state.walked]).toEqual([many, many, many])
  expect(search).toBe('?key=user&value=u-1&env=e')
  act(() => result.current.show({ layout: 'timeline' }))
  expect(result.current.state.selected).toEqual(many)
})

it('changes of one moment are all made', () => {
  const { result } = render('/?key=user&value=u-1&path=a&path=b')
  act(() => {
    result.current.show({ path: null })
    result.current.show({ selected: ['n1'] })
    result.current.show(({ expanded }) => ({ expanded: [...expanded, 'x1'] }))
    result.current.show(({ expanded }) => ({ expanded: [...expanded, 'x2'] }))
  })
  expect(result.current.state).toMatchObject({ path: null, selected: ['n1'], expanded: ['x1', 'x2'] })
  expect(result.current.search).toBe('?key=user&value=u-1&x=x1&x=x2&sel=n1')
})

it('another query begins without them, and Back shows what its entry has', () => {
  const { result } = render('/?key=user&value=u-1&sel=n7')
  act(() => result.current.show({ selected: ['n8'] }))
  act(() => result.current.query({ ...result.current.state, start: { kind: 'node', node: 'b' }, selected: [] }))
  expect(result.current.state).toMatchObject({ start: { node: 'b' }, selected: [] })
  act(() => void result.current.navigate(-1))
  expect(result.current.state).toMatchObject({ start: { value: 'u-1' }, selected: ['n8'] })
})
