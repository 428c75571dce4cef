import { type ExternalTile, roleIds } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { differencesOf } from '../../platform/authoring/conflict/differences.ts'
import { familyRoles } from '../../platform/permissions/family-roles.ts'
import { type TileSetForm, tileSetOf, tileVersionTexts } from './tile-form.ts'
import { tileResolver } from './tile-resolver.ts'

/** Ids of messages by field of the first tile. */
async function validate(form: TileSetForm) {
  const { errors } = await tileResolver(form, undefined, { fields: {}, shouldUseNativeValidation: false })
  const ids = (found: Record<string, { message?: string }> | undefined) =>
    Object.fromEntries(Object.entries(found ?? {}).map(([field, { message }]) => [field, message]))
  return {
    tile: ids(errors.tiles?.[0] as Parameters<typeof ids>[0]),
    builtIn: ids(errors.builtIn as Parameters<typeof ids>[0]),
  }
}
const noLinks = { documentation: '', feedback: '', support: '' }
const desk: ExternalTile = {
  id: '0195b5a1-7a2e-7c10-8a55-000000000001',
  title: 'Desk',
  description: '',
  url: 'https://desk.example.com',
  picture: null,
  roles: [],
}

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
  ])('a tile leads to %s: %s', async (url, expected) => {
    const { tile } = await validate({ tiles: [{ ...desk, url }], builtIn: noLinks })
    expect(tile).toEqual(expected ? {} : { url: 'Tiles.Problem.Url' })
  })

  it('a tile has a title, short texts and an address', async () => {
    const errorsOf = async (change: Partial<ExternalTile>) =>
      (await validate({ tiles: [{ ...desk, ...change }], builtIn: noLinks })).tile
    expect(await errorsOf({})).toEqual({})
    expect(await errorsOf({ title: '  ', description: 'x'.repeat(201), url: '' })).toEqual({
      title: 'Tiles.Problem.TitleMissing',
      description: 'Tiles.Problem.DescriptionLong',
      url: 'Tiles.Problem.Url',
    })
    expect(await errorsOf({ title: 'x'.repeat(61) })).toEqual({ title: 'Tiles.Problem.TitleLong' })
    expect(await errorsOf({ title: 'x'.repeat(60), description: 'x'.repeat(200) })).toEqual({})
  })
})

it('built-in tiles have an address or none', async () => {
  const { builtIn } = await validate({
    tiles: [],
    builtIn: { documentation: '', feedback: 'x', support: 'http://desk.example' },
  })
  expect(builtIn).toEqual({ feedback: 'Tiles.Problem.Url', support: 'Tiles.Problem.Url' })
})

it('what is sent has no blanks around it, and no address where none is given', () => {
  const typed = { ...desk, title: ' Desk ', url: ' https://desk.example.com ' }
  expect(
    tileSetOf({ tiles: [typed], builtIn: { documentation: ' ', feedback: ' https://a.example ', support: '' } }),
  ).toEqual({
    tiles: [desk],
    builtIn: { documentation: null, feedback: 'https://a.example', support: null },
  })
})

it('the form of a tile offers every role of people, each in its family', () => {
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
  const labels = {
    order: 'Links',
    documentation: 'View documentation',
    feedback: 'Tell us what you think',
    support: 'Support requests',
  }
  const texts = (tiles: ExternalTile[], feedback: string | null = null) =>
    tileVersionTexts(tiles, { documentation: null, feedback, support: null }, labels)
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
