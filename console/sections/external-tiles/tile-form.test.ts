import { type ExternalTile, roleIds } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { differencesOf } from '../../platform/authoring/conflict/differences.ts'
import {
  familyRoles,
  isHttpsUrl,
  moveItem,
  tileVersionTexts,
  toBuiltIn,
  validateBuiltInTiles,
  validateTile,
} from './tile-form.ts'

describe('a tile', () => {
  it.each([
    ['https://desk.example.com/a?b=c#d', true],
    [' https://desk.example.com ', true],
    ['http://desk.example.com', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['https://me:secret@desk.example.com', false],
    ['desk.example.com', false],
    ['', false],
    [`https://x.example/${'x'.repeat(2000)}`, false],
  ])('leads to %s: %s', (url, expected) => {
    expect(isHttpsUrl(url)).toBe(expected)
  })

  it('has a title, short texts and an address', () => {
    const good = { title: 'Desk', description: '', url: 'https://desk.example.com' }
    expect(validateTile(good)).toEqual({})
    expect(validateTile({ title: '  ', description: 'x'.repeat(201), url: '' })).toEqual({
      title: 'TitleMissing',
      description: 'DescriptionLong',
      url: 'Url',
    })
    expect(validateTile({ ...good, title: 'x'.repeat(61) })).toEqual({ title: 'TitleLong' })
    expect(validateTile({ ...good, title: 'x'.repeat(60), description: 'x'.repeat(200) })).toEqual({})
  })

  it('moves by one place and stays at the edges', () => {
    expect([moveItem(['a', 'b', 'c'], 0, 1), moveItem(['a', 'b', 'c'], 2, -1)]).toEqual([
      ['b', 'a', 'c'],
      ['a', 'c', 'b'],
    ])
    expect([moveItem(['a', 'b'], 0, -1), moveItem(['a', 'b'], 1, 1), moveItem([], 3, 1)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      [],
    ])
  })
})

it('built-in tiles have an address or none', () => {
  expect(validateBuiltInTiles({ documentation: '', feedback: 'x' })).toEqual({ feedback: 'Url' })
  expect(toBuiltIn({ documentation: ' ', feedback: ' https://a.example ' })).toEqual({
    documentation: null,
    feedback: 'https://a.example',
  })
})

it('offers every role of people, each in its family', () => {
  expect(new Set([...familyRoles.standard, ...familyRoles.psp])).toEqual(
    new Set(roleIds.filter(role => role !== 'RiskApi' && role !== 'ProvisioningApi')),
  )
})

it('what two people made of the tiles differs tile by tile and in their order', () => {
  const tile = (id: string, change: Partial<ExternalTile> = {}): ExternalTile => ({
    id,
    title: id.toUpperCase(),
    description: '',
    url: `https://${id}.example/`,
    picture: null,
    roles: [],
    ...change,
  })
  const labels = { order: 'Links', documentation: 'View documentation', feedback: 'Tell us what you think' }
  const texts = (tiles: ExternalTile[], feedback: string | null = null) =>
    tileVersionTexts(tiles, { documentation: null, feedback }, labels)
  expect(differencesOf(texts([tile('a'), tile('b')]), texts([tile('a'), tile('b')]))).toEqual([])
  expect(
    differencesOf(
      texts([tile('a'), tile('b')], 'https://f.example/'),
      texts([tile('b', { roles: ['FraudEngineer'] }), tile('c')]),
    ).map(({ label, mine, theirs }) => [label, mine, theirs]),
  ).toEqual([
    ['Links', 'A\nB', 'B\nC'],
    ['A', 'A\nhttps://a.example/', ''],
    ['B', 'B\nhttps://b.example/', 'B\nhttps://b.example/\nFraudEngineer'],
    ['Tell us what you think', 'https://f.example/', ''],
    ['C', '', 'C\nhttps://c.example/'],
  ])
})
