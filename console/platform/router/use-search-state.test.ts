// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { createElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import {
  applySearchState,
  choiceParameter,
  defaultedParameter,
  flagParameter,
  optionalParameter,
  parseSearchState,
  textParameter,
  useSearchState,
} from './use-search-state.ts'

const schema = {
  q: textParameter,
  row: optionalParameter,
  panel: flagParameter('settings'),
  of: choiceParameter(['risk', 'bot']),
  dir: defaultedParameter(['asc', 'desc'], 'asc'),
  version: { parse: Number, serialise: (version: number) => (version > 0 ? String(version) : null) },
}

it('the search state reads every parameter, and its default where the address has none or nonsense', () => {
  expect(parseSearchState(schema, new URLSearchParams())).toEqual({
    q: '',
    row: null,
    panel: false,
    of: null,
    dir: 'asc',
    version: 0,
  })
  expect(parseSearchState(schema, new URLSearchParams('q=a+b&row=7&panel=settings&of=bot&dir=desc&version=3'))).toEqual(
    { q: 'a b', row: '7', panel: true, of: 'bot', dir: 'desc', version: 3 },
  )
  expect(parseSearchState(schema, new URLSearchParams('panel=other&of=nobody&dir=up'))).toMatchObject({
    panel: false,
    of: null,
    dir: 'asc',
  })
})

it('the search state writes changes in place or at the end, and leaves foreign parameters alone', () => {
  const address = new URLSearchParams('env=e&q=old&tab=2')
  expect(applySearchState(schema, address, { dir: 'desc', q: 'new' }).toString()).toBe('env=e&q=new&tab=2&dir=desc')
  expect(applySearchState(schema, address, { row: 'r', panel: true }).toString()).toBe(
    'env=e&q=old&tab=2&row=r&panel=settings',
  )
  expect(address.toString()).toBe('env=e&q=old&tab=2')
})

it('the search state takes defaults, empty texts and null out of the address', () => {
  const full = new URLSearchParams('q=a&row=7&panel=settings&of=bot&dir=desc&version=3')
  expect(
    applySearchState(schema, full, { q: '', row: null, panel: false, of: null, dir: 'asc', version: 0 }).toString(),
  ).toBe('')
})

it('the search state replaces the entry of the history, or adds one on request', async () => {
  let result: ReturnType<typeof useSearchState<typeof schema>> | undefined
  function Page() {
    result = useSearchState(schema)
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: createElement(Page) }], { initialEntries: ['/?env=e'] })
  renderHook(() => null, { wrapper: () => createElement(RouterProvider, { router }) })
  const latest = () => {
    if (!result) throw new Error('The page was not rendered.')
    return result
  }
  await act(async () => latest()[1]({ q: 'a' }))
  expect(router.state).toMatchObject({ location: { search: '?env=e&q=a' }, historyAction: 'REPLACE' })
  expect(latest()[0].q).toBe('a')
  await act(async () => latest()[1]({ row: '7' }, 'push'))
  expect(router.state).toMatchObject({ location: { search: '?env=e&q=a&row=7' }, historyAction: 'PUSH' })
  expect(latest()[2]({ q: '' })).toBe('?env=e&row=7')
  await act(async () => router.navigate(-1))
  expect(latest()[0]).toMatchObject({ q: 'a', row: null })
})
