import { describe, expect, it } from 'vitest'
import { findRetiredPhrase } from './retired-phrases.ts'

describe('retired phrases of messages', () => {
  it.each([
    ['8 events looked at', 'looked at'],
    ['Mend the file and choose it again.', 'Mend'],
    ['The view was changed elsewhere meanwhile.', 'meanwhile'],
    ['Kept by the product', 'Kept by the product'],
    ['Find by e-mail, IP address or ID', 'e-mail'],
  ])('“%s” is found with what to write instead', (text, phrase) => {
    expect(findRetiredPhrase(text)).toEqual({ phrase, instead: expect.stringMatching(/\w/) as string })
  })
  it('a word that only contains a retired one is not found', () => {
    expect(['Recommended', 'An assault', 'Default value', 'Email'].map(findRetiredPhrase)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
