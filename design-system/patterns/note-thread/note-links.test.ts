import { expect, it } from 'vitest'
import { splitNote } from './note-links.ts'

const links = (text: string) => splitNote(text).flatMap(part => (part.kind === 'link' ? [part.href] : []))

it.each([
  ['see https://example.org', ['https://example.org']],
  ['(https://example.org/a_(b)), HTTP://EXAMPLE.ORG.', ['https://example.org/a_(b)', 'HTTP://EXAMPLE.ORG']],
  ['write to mailto:ana@mail.example; thanks', ['mailto:ana@mail.example']],
  ['“https://example.org/?a=1&b=2#c”…', ['https://example.org/?a=1&b=2#c']],
  ['javascript:alert(1) data:text/html,x ftp://a.example file:///etc', []],
  ['xhttps://example.org', []],
  ['https:// https://. mailto: mailto:x', []],
  ['<a href="https://example.org">', ['https://example.org']],
  ['https://例え.example/道', ['https://例え.example/道']],
])('links in %j', (text, expected) => {
  expect(links(text)).toEqual(expected)
  expect(
    splitNote(text)
      .map(part => part.text)
      .join(''),
  ).toBe(text)
})
it('mentions stand at their places, and a wrong place is ignored', () => {
  expect(splitNote('ask @Ana, https://a.example', [{ from: 4, to: 8 }])).toEqual([
    { kind: 'text', text: 'ask ' },
    { kind: 'mention', text: '@Ana', warning: undefined },
    { kind: 'text', text: ', ' },
    { kind: 'link', text: 'https://a.example', href: 'https://a.example' },
  ])
  expect(
    splitNote('@Ana', [
      { from: 0, to: 9 },
      { from: 0, to: 4, warning: 'No access' },
      { from: 2, to: 4 },
    ]),
  ).toEqual([{ kind: 'mention', text: '@Ana', warning: 'No access' }])
})
