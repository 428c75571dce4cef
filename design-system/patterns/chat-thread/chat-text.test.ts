import { describe, expect, it } from 'vitest'
import { completeLength, parseChatText, plainChatText } from './chat-text.ts'

describe('parseChatText', () => {
  it('parseChatText finds emphasis, code and sources', () => {
    expect(parseChatText('From **52 orders** on `dv_7` [1].', 1)).toEqual([
      [
        [
          { kind: 'text', text: 'From ' },
          { kind: 'strong', text: '52 orders' },
          { kind: 'text', text: ' on ' },
          { kind: 'code', text: 'dv_7' },
          { kind: 'text', text: ' ' },
          { kind: 'citation', number: 1 },
          { kind: 'text', text: '.' },
        ],
      ],
    ])
  })
  it('parseChatText separates paragraphs and lines', () => {
    const paragraphs = parseChatText('a\nb\n\n\nc\n\n', 0)
    expect(paragraphs.map(lines => lines.length)).toEqual([2, 1])
  })
  it('parseChatText takes numbers without a source, and marks that are not closed, for text', () => {
    expect(parseChatText('[3] and **half', 2)).toEqual([[[{ kind: 'text', text: '[3] and **half' }]]])
  })
  it('parseChatText never makes markup of a text', () => {
    expect(parseChatText('<b>x</b>', 0)).toEqual([[[{ kind: 'text', text: '<b>x</b>' }]]])
  })
})

it('plain text has neither marks nor sources', () => {
  expect(plainChatText('From **52 orders** on `dv_7` [1].')).toBe('From 52 orders on dv_7.')
})

describe('completeLength', () => {
  const complete = (text: string, locale = 'en') => text.slice(0, completeLength(text, locale))
  it('completeLength leaves out the sentence that may go on', () => {
    expect(complete('')).toBe('')
    expect(complete('From Nov 14')).toBe('')
    expect(complete('It went up. Of the 21')).toBe('It went up. ')
  })
  it('completeLength ends a sentence with its line', () => {
    expect(complete('Up from 31\n')).toBe('Up from 31\n')
  })
  it('completeLength knows the marks of other scripts', () => {
    expect(complete('هل زادت؟ نعم', 'ar')).toBe('هل زادت؟ ')
    expect(complete('増えました。次に', 'ja')).toBe('増えました。')
  })
})
