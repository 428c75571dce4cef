import { expect, it } from 'vitest'
import { findMentions } from './note-mentions.ts'

const people = [
  { userId: '1', name: 'Sofia Lind', username: 'sofia@harbor.example' },
  { userId: '2', name: 'Ann', username: 'ann.b@harbor.example' },
  { userId: '3', name: 'Ann Marie', username: 'marie@harbor.example' },
  { userId: '4', name: 'Kim Sol', username: 'kim1@harbor.example' },
  { userId: '5', name: 'Kim Sol', username: 'kim2@harbor.example' },
]
const found = (text: string) => findMentions(text, people).map(({ userId, from, to }) => [userId, text.slice(from, to)])

it.each([
  ['see @Sofia https://example.org', [['1', '@Sofia']]],
  ['@SOFIA LIND, look', [['1', '@SOFIA LIND']]],
  ['(@sofia@harbor.example)', [['1', '@sofia@harbor.example']]],
  [
    '@Ann Marie and @Ann',
    [
      ['3', '@Ann Marie'],
      ['2', '@Ann'],
    ],
  ],
  ['@Anna, @sofias, @', []],
  ['mail me@sofia.com or x@sofia', []],
  ['@Kim Sol or @kim2', [['5', '@kim2']]],
  ['\n@sofia\n', [['1', '@sofia']]],
  ['', []],
])('mentions in %j', (text, expected) => {
  expect(found(text)).toEqual(expected)
})
