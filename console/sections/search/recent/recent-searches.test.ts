import { expect, it } from 'vitest'
import { defaultSearch, parseSearch } from '../../../platform/search-url/search-url.ts'
import { addRecentSearch, recentLimit, recentQueryOf } from './recent-searches.ts'

it('a search that was run comes first, stands in the list once, and the oldest makes room', () => {
  expect(addRecentSearch(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c'])
  const full = Array.from({ length: recentLimit }, (_, n) => `q${n}`)
  expect(addRecentSearch(full, 'new')).toEqual(['new', ...full.slice(0, -1)])
  expect(addRecentSearch(['a'], 'x'.repeat(5000))).toEqual(['a'])
})

it('a search is kept with its conditions, without its order and its row', () => {
  const state = parseSearch(
    new URLSearchParams('type=accountlogin&period=90d&f=email:eq:a@b.example&sort=at:asc&row=1'),
  )
  expect(recentQueryOf(state)).toBe('type=accountlogin&period=90d&f=email%3Aeq%3Aa%40b.example')
  expect(recentQueryOf(defaultSearch)).toBeNull()
})
