// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { prefetchPage, watchLinks } from './prefetch.ts'

it('a link of ours that is pointed at or focused has its page fetched, and a failure of it is silent', () => {
  const prefetch = vi.fn((_pathname: string) => Promise.reject(new Error('offline')))
  watchLinks(prefetch, '')
  document.body.innerHTML = `
    <a href="/search?env=e"><span>Search</span></a>
    <a href="https://elsewhere.example/data">Elsewhere</a>
    <button type="button">No link</button>`
  for (const element of document.querySelectorAll('span, a, button'))
    element.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(prefetch.mock.calls).toEqual([['/search'], ['/search']])
  document.querySelector('a')?.focus()
  expect(prefetch).toHaveBeenCalledTimes(3)
})

it('a page that is likely to be visited is fetched by the same means', () => {
  const prefetch = vi.fn((_pathname: string) => Promise.resolve())
  watchLinks(prefetch, '/risk')
  prefetchPage('/search')
  expect(prefetch.mock.calls).toEqual([['/risk/search']])
})
