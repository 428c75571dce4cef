import {
  isTileAddress,
  type MapKeyChange,
  type MapProvider,
  type StoredMapProvider,
} from '@assay/risk-service/contract'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { mapProviderSchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'

/** A provider as its fields show it; an empty address is that of no picture. */
export interface MapProviderForm {
  enabled: boolean
  road: { url: string; attribution: string }
  aerial: { url: string; attribution: string }
  /** A new key; empty: the stored one. */
  key: string
  hasKey: boolean
}

/** Placeholders of an address, as values of messages: braces mean something else in these. */
export const placeholderTexts = { z: '{z}', x: '{x}', y: '{y}', key: '{key}' } as const

const emptyLayer = { url: '', attribution: '' }
export const mapProviderFormOf = ({ enabled, road, aerial, hasKey }: StoredMapProvider): MapProviderForm => ({
  enabled,
  road: road ?? emptyLayer,
  aerial: aerial ?? emptyLayer,
  key: '',
  hasKey,
})

const layerOf = ({ url, attribution }: MapProviderForm['road']) =>
  url.trim() === '' ? null : { url: url.trim(), attribution: attribution.trim() }

const usesKey = ({ road, aerial }: MapProviderForm): boolean => [road, aerial].some(({ url }) => url.includes('{key}'))

/** What is sent of the key: a new one, the stored one, or none when no address has a place for it. */
function keyChangeOf(form: MapProviderForm): MapKeyChange {
  if (!usesKey(form)) return null
  return form.key.trim() === '' ? { stored: true } : { value: form.key.trim() }
}

/** A provider with what becomes of its key. */
export interface MapProviderBody extends MapProvider {
  key: MapKeyChange
}

export const mapProviderBody = (form: MapProviderForm): MapProviderBody => ({
  enabled: form.enabled,
  road: layerOf(form.road),
  aerial: layerOf(form.aerial),
  key: keyChangeOf(form),
})

function problemsOf(form: MapProviderForm): FormErrors<MapProviderForm> {
  const problem = { id: 'Admin.Maps.Problem.Url', values: placeholderTexts }
  const isWrong = (url: string) => url.trim() !== '' && !isTileAddress(url.trim())
  const isMissing = form.enabled && form.road.url.trim() === '' && form.aerial.url.trim() === ''
  return {
    ...(isWrong(form.road.url) || isMissing ? { 'road.url': problem } : {}),
    ...(isWrong(form.aerial.url) ? { 'aerial.url': problem } : {}),
    ...(usesKey(form) && !form.hasKey && form.key.trim() === ''
      ? { key: { id: 'OutgoingRequests.Secret.Missing' } }
      : {}),
  }
}

/** Validates a provider as the service does. */
export const mapProviderResolver = contractResolver<MapProviderForm, typeof mapProviderSchema, MapProviderBody>({
  schema: mapProviderSchema,
  toBody: mapProviderBody,
  messages: {
    'road.url': { tooLong: 'Common.TooLong' },
    'aerial.url': { tooLong: 'Common.TooLong' },
    'road.attribution': { required: 'Admin.Maps.Problem.Attribution' },
    'aerial.attribution': { required: 'Admin.Maps.Problem.Attribution' },
  },
  rules: problemsOf,
})
