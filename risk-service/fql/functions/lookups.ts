import { defined } from '../../contract/defined.ts'
import { member } from '../runtime/operators.ts'
import { occursIn, readOnce } from '../runtime/read-resource.ts'
import type { GeoFacts } from '../types/resource-readers.ts'
import type { Scope } from '../types/scope-types.ts'
import { type FunctionEntry, requiredParam } from './function-entry.ts'

/** Members of a device session that `Device.GetAttributes` returns. */
const commonAttributes: readonly string[] = [
  'browserUserAgent',
  'browserUserAgentLanguages',
  'carrier',
  'cookieEnabled',
  'deviceAsn',
  'deviceCity',
  'deviceCountryCode',
  'deviceId',
  'devicePostalCode',
  'deviceState',
  'fontsCount',
  'ipRoutingType',
  'javaScriptEnabled',
  'mimeTypesCount',
  'platform',
  'pluginsCount',
  'proxy',
  'proxyType',
  'realtimeTimezoneOffset',
  'screenResolution',
  'sdkType',
  'sld',
  'tcpDistance',
  'timeZone',
  'timeZoneOffset',
  'trueIp',
  'userAgentBrowser',
  'userAgentOperatingSystem',
  'userAgentPlatform',
  'userAgentType',
]

function findGeo(scope: Scope, ip: string, direct: boolean): GeoFacts | undefined {
  const reader = scope.readers.geo
  if (reader === undefined || ip === '') return undefined
  return readOnce(
    scope,
    `geo|${ip}|${direct ? 'd' : 'c'}`,
    (): GeoFacts => {
      const allowed = direct || (reader.allows === undefined ? occursIn(scope.event, ip) : reader.allows(ip))
      return allowed ? (reader.lookup(ip) ?? {}) : {}
    },
    () => ({}),
  )
}
const geoFunction = (name: string, key: keyof GeoFacts, description: string, legacy?: true): FunctionEntry => ({
  name,
  namespace: 'Geo',
  params: [{ name: 'ip', type: 'String', notLiteral: true }],
  result: 'String',
  description,
  needs: 'scope',
  ...defined({ legacy }),
  run: (scope: Scope, _at: number, ip: string, direct: boolean) => findGeo(scope, ip, direct)?.[key] ?? '',
})

function deviceAttributes(scope: Scope, id: string): Readonly<Record<string, unknown>> {
  const reader = scope.readers.devices
  return reader === undefined || id === ''
    ? {}
    : (readOnce(
        scope,
        `device|${id}`,
        () => reader.attributes(id),
        () => undefined,
      ) ?? {})
}
const deviceFunction = (
  name: string,
  description: string,
  pick: (all: Readonly<Record<string, unknown>>) => unknown,
): FunctionEntry => ({
  name,
  namespace: 'Device',
  params: [requiredParam('sessionId', 'String')],
  result: 'JSON',
  description,
  needs: 'scope',
  waits: true,
  run: (scope: Scope, _at: number, id: string) => pick(deviceAttributes(scope, id)),
})
const pickAttributes = (all: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map(name => [name, member(all, name)]))

const binNotFound = {
  cardNetwork: '',
  cardType: '',
  issuer: '',
  countryCode: '',
  cardCategory: '',
  error: 'BIN not found',
}
function lookupBin(scope: Scope, text: string): Record<string, unknown> {
  const digits = text.replace(/[ -]/g, '')
  const reader = scope.readers.bins
  if (reader === undefined || !/^\d{6,}/.test(digits)) return binNotFound
  return readOnce<Record<string, unknown>>(
    scope,
    `bin|${digits.slice(0, 8)}`,
    () => {
      for (const length of [8, 7, 6]) {
        const found =
          digits.length < length || !/^\d+$/.test(digits.slice(0, length))
            ? undefined
            : reader.lookup(digits.slice(0, length))
        if (found !== undefined) return { ...binNotFound, ...found, error: '' }
      }
      return binNotFound
    },
    () => binNotFound,
  )
}

function readModel(scope: Scope, name: 'risk' | 'bot', id: string): unknown {
  const models = scope.readers.models
  if (name === 'risk' ? models?.risk === undefined : models?.bot === undefined) return null
  return (
    readOnce<unknown>(
      scope,
      `model|${name}`,
      () => (name === 'risk' ? models?.risk?.() : models?.bot?.(id)),
      () => null,
      () => {
        scope.models.push(name)
      },
    ) ?? null
  )
}

export const lookupFunctions: readonly FunctionEntry[] = [
  geoFunction('CountryCode', 'countryCode', 'Two-letter country of an IP address of the event.'),
  geoFunction('CountryRegion', 'countryRegion', 'Country of an IP address of the event.'),
  geoFunction('RegionCode', 'regionCode', 'US state of an IP address, as code.'),
  geoFunction('Region', 'region', 'US state of an IP address.'),
  geoFunction('City', 'city', 'City of an IP address.'),
  geoFunction('MarketCode', 'marketCode', 'Market of an IP address: NA, LATAM, EMEA or APAC.'),
  geoFunction('PostalCode', 'postalCode', 'Postcode of an IP address.', true),
  geoFunction('Isp', 'isp', 'Provider of an IP address.', true),
  deviceFunction('GetFullAttributes', 'All attributes of a fingerprinting session.', all => all),
  deviceFunction('GetAttributes', 'The common attributes of a fingerprinting session.', all =>
    Object.fromEntries(Object.entries(all).filter(([name]) => commonAttributes.includes(name))),
  ),
  {
    name: 'GetSelectedAttributes',
    namespace: 'Device',
    params: [requiredParam('sessionId', 'String'), { name: 'name', type: 'String', constant: 'name' }],
    rest: true,
    maxRest: 20,
    result: 'JSON',
    description: 'Up to 20 named attributes of a fingerprinting session.',
    needs: 'scope',
    waits: true,
    run: (scope: Scope, _at: number, id: string, ...names: string[]) => {
      const all = deviceAttributes(scope, id)
      return Object.keys(all).length === 0 ? {} : pickAttributes(all, names)
    },
  },
  {
    name: 'GetSpeedOfTravel',
    namespace: 'Device',
    params: [requiredParam('sessionId', 'String')],
    result: 'Double',
    description: 'Greatest speed in miles per hour between the last five sessions of the device.',
    needs: 'scope',
    waits: true,
    run: (scope: Scope, _at: number, id: string) => {
      const reader = scope.readers.devices
      return reader === undefined || id === ''
        ? 0
        : readOnce(
            scope,
            `travel|${id}`,
            () => reader.speedOfTravel(id),
            () => 0,
          )
    },
  },
  {
    name: 'Lookup',
    namespace: 'BIN',
    params: [requiredParam('bin', 'String')],
    result: 'JSON',
    description: 'Details about the first digits of a card number.',
    needs: 'scope',
    run: (scope: Scope, _at: number, text: string) => lookupBin(scope, text),
  },
  {
    name: 'Risk',
    namespace: 'Model',
    params: [],
    result: 'JSON',
    description: 'Risk model: Score (0-999, higher is riskier), Reasons.',
    needs: 'scope',
    waits: true,
    run: (scope: Scope) => readModel(scope, 'risk', ''),
  },
  {
    name: 'Bot',
    namespace: 'Model',
    params: [requiredParam('deviceContextId', 'String')],
    result: 'JSON',
    description: 'Bot model: Score (0-999, higher is more likely a bot).',
    needs: 'scope',
    waits: true,
    run: (scope: Scope, _at: number, id: string) => readModel(scope, 'bot', id),
  },
]
