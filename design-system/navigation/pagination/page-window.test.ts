import { expect, it } from 'vitest'
import { pageWindow } from './page-window.ts'

const text = (page: number, count: number) =>
  pageWindow(page, count)
    .map(entry => entry ?? '…')
    .join(' ')

it('the page window draws the ends, the current page and its neighbours', () => {
  expect(text(1, 1)).toBe('1')
  expect(text(3, 7)).toBe('1 2 3 4 5 6 7')
  expect(text(1, 965)).toBe('1 2 3 4 5 … 965')
  expect(text(4, 965)).toBe('1 2 3 4 5 … 965')
  expect(text(5, 965)).toBe('1 … 4 5 6 … 965')
  expect(text(961, 965)).toBe('1 … 960 961 962 … 965')
  expect(text(962, 965)).toBe('1 … 961 962 963 964 965')
})
it('the page window has seven places from eight pages on, wherever one stands', () => {
  for (let page = 1; page <= 40; page++) expect(pageWindow(page, 40)).toHaveLength(7)
})
it('the page window stands odd numbers', () => {
  expect(text(0, 0)).toBe('1')
  expect(text(-5, 20)).toBe('1 2 3 4 5 … 20')
  expect(text(99, 20)).toBe('1 … 16 17 18 19 20')
  expect(text(2, 3.9)).toBe('1 2 3')
  expect(text(NaN, 0 / 0)).toBe('1')
  expect(text(1, undefined as unknown as number)).toBe('1')
  expect(new Set(pageWindow(Infinity, Infinity).filter(Boolean)).size).toBe(6)
})
