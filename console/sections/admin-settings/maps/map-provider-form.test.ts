import { expect, it } from 'vitest'
import { type MapProviderForm, mapProviderBody, mapProviderFormOf, mapProviderResolver } from './map-provider-form.ts'

const url = 'https://tiles.example/{z}/{x}/{y}?k={key}'
const form = (more: Partial<MapProviderForm> = {}): MapProviderForm => ({
  enabled: true,
  road: { url, attribution: '© Example' },
  aerial: { url: '', attribution: '' },
  key: 'k1',
  hasKey: false,
  ...more,
})
async function problems(values: MapProviderForm) {
  const { errors } = await mapProviderResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  return JSON.parse(JSON.stringify(errors)) as Record<string, unknown>
}

it('a provider is sent with a new key, the stored one, or none', () => {
  expect(mapProviderBody(form())).toEqual({
    enabled: true,
    road: { url, attribution: '© Example' },
    aerial: null,
    key: { value: 'k1' },
  })
  expect(mapProviderBody(form({ key: ' ', hasKey: true })).key).toEqual({ stored: true })
  const road = { url: 'https://free.example/{z}/{x}/{y}', attribution: 'x' }
  expect(mapProviderBody(form({ road })).key).toBeNull()
  expect(mapProviderFormOf({ version: 3, enabled: false, road: null, aerial: null, hasKey: true })).toEqual({
    ...form({ enabled: false, key: '', hasKey: true }),
    road: { url: '', attribution: '' },
  })
})

it('what is wrong with a provider stands at its fields', async () => {
  expect(await problems(form())).toEqual({})
  expect(await problems(form({ key: '' }))).toMatchObject({ key: { message: 'OutgoingRequests.Secret.Missing' } })
  expect(await problems(form({ road: { url: 'https://a.example/{z}', attribution: '' } }))).toMatchObject({
    road: {
      url: { message: 'Admin.Maps.Problem.Url', values: { z: '{z}' } },
      attribution: { message: 'Admin.Maps.Problem.Attribution' },
    },
  })
  expect(await problems(form({ road: { url: '', attribution: '' } }))).toMatchObject({
    road: { url: { message: 'Admin.Maps.Problem.Url' } },
  })
  expect(await problems(form({ enabled: false, road: { url: '', attribution: '' } }))).toEqual({})
})
