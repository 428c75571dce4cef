// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { describeClick, ownTexts } from './clicks.ts'
import { clickTextLimit } from './constants.ts'

describe('clicks', () => {
  const own = ownTexts({
    a: 'Save',
    b: [{ type: 0, value: 'Sign out' }],
    c: 'Account of {name}',
    d: [
      { type: 0, value: 'Account of ' },
      { type: 1, value: 'name' },
    ],
    long: 'x'.repeat(300),
  })
  const inside = (html: string, selector = 'button,a,[role]') => {
    document.body.innerHTML = html
    const element = document.querySelector(selector)
    return element ? describeClick(element, own) : null
  }
  it('[spec 9.11] the text of a click has at most 200 characters', () => {
    expect(clickTextLimit).toBe(200)
    expect(inside(`<button>${'x'.repeat(300)}</button>`)?.text).toHaveLength(200)
    expect(inside(`<button data-telemetry="${'y'.repeat(300)}">Save</button>`)?.text).toBe('y'.repeat(200))
  })
  it('clicks are told by the words of the console, and never by what people are called or have typed', () => {
    expect(inside('<button><svg></svg> Save </button>')).toEqual({ text: 'Save', element: 'button' })
    expect(inside('<div role="menuitem"><span>Sign out</span></div>', 'span')).toEqual({
      text: 'Sign out',
      element: 'menuitem',
    })
    expect(inside('<button aria-label="Account of Dario Venn">DV</button>')).toEqual({ text: '', element: 'button' })
    expect(inside('<a href="/search/purchase/1/ana@example.com">ana@example.com</a>')).toEqual({
      text: '',
      element: 'a',
    })
    expect(inside('<p>Save</p>', 'p')).toBeNull()
    expect(inside('<input value="Save">', 'input')).toBeNull()
  })
})
