import { cleanup, render } from '@testing-library/react'
import type { CSSProperties } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentBox } from '../../.storybook/content-box.ts'

/** Space around the content. */
const margin = 16
const at = (left: number, top: number, width: number, height: number): CSSProperties => ({
  position: 'absolute',
  left,
  top,
  width,
  height,
})

/** What other tests of the page left in it, such as live regions. */
let others: HTMLElement[] = []
beforeEach(() => {
  others = [...document.body.children].filter((each): each is HTMLElement => each instanceof HTMLElement)
  for (const each of others) each.style.setProperty('display', 'none')
})
afterEach(() => {
  cleanup()
  for (const each of others) each.style.removeProperty('display')
})

describe('contentBox', () => {
  it('contentBox is as large as what is painted, without the frame of the story', () => {
    render(
      <div data-story-frame style={{ background: 'white' }}>
        <div style={{ ...at(40, 50, 60, 20), background: 'navy' }} />
        <div style={{ ...at(120, 50, 30, 90), border: '1px solid navy', boxSizing: 'border-box' }} />
      </div>,
    )
    expect(contentBox(900)).toEqual({
      x: 40 - margin,
      y: 50 - margin,
      width: 110 + 2 * margin,
      height: 90 + 2 * margin,
    })
  })
  it('contentBox measures a text as it is set, not the line it stands in', () => {
    render(
      <div data-story-frame>
        <p style={{ position: 'absolute', insetInlineStart: 40, insetBlockStart: 50, inlineSize: 700 }}>Short</p>
      </div>,
    )
    expect(contentBox(900).width).toBeLessThan(200)
  })
  it('contentBox counts layers outside of the frame, and neither hidden parts nor texts for screen readers alone', () => {
    render(
      <>
        <div data-story-frame>
          <div style={{ ...at(40, 50, 60, 20), background: 'navy' }} />
          <div style={{ ...at(600, 50, 60, 20), background: 'navy', visibility: 'hidden' }} />
          <span style={{ ...at(600, 600, 1, 1), overflow: 'hidden', background: 'navy' }} />
          <div style={{ ...at(600, 600, 60, 20), background: 'transparent' }} />
        </div>
        <div style={{ ...at(100, 200, 50, 50), background: 'teal' }} />
      </>,
    )
    expect(contentBox(900)).toEqual({ x: 24, y: 34, width: 110 + 2 * margin, height: 200 + 2 * margin })
  })
  it('contentBox ends where the page ends', () => {
    render(<div style={{ ...at(0, 0, 5000, 5000), background: 'navy' }} />)
    expect(contentBox(900)).toEqual({ x: 0, y: 0, width: innerWidth, height: 900 })
  })
  it('contentBox is the whole page where nothing is painted', () => {
    render(<div data-story-frame />)
    expect(contentBox(900)).toEqual({ x: 0, y: 0, width: innerWidth, height: 900 })
  })
})
