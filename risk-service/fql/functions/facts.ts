import type { GeoFacts } from '../resources.ts'
import { member } from '../runtime/operators.ts'
import { occursIn, once } from '../runtime/resources.ts'
import type { Scope } from '../types.ts'
import { type FunctionEntry, p } from './entry.ts'

/** Members of a device session that `Device.GetAttributes` gives. */
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

function place(scope: Scope, ip: string, direct: boolean): GeoFacts | undefined {
  const reader = scope.readers.geo
  if (reader === undefined || ip === '') return undefined
  return once(
    scope,
    `geo|${ip}|${direct ? 'd' : 'c'}`,
    (): GeoFacts => {
      const allowed = direct || (reader.allows === undefined ? occursIn(scope.event, ip) : reader.allows(ip))
      return allowed ? (reader.lookup(ip) ?? {}) : {}
    },
    () => ({}),
  )
}
const geo = (name: string, key: keyof GeoFacts, description: string, legacy?: true): FunctionEntry => ({
  name,
  namespace: 'Geo',
  params: [{ name: 'ip', type: 'String', notLiteral: true }],
  result: 'String',
  description,
  needs: 'scope',
  ...(legacy === undefined ? {} : { legacy }),
  run: (scope: Scope, _at: number, ip: string, direct: boolean) => place(scope, ip, direct)?.[key] ?? '',
})

function session(scope: Scope, id: string): Readonly<Record<string, unknown>> {
  const reader = scope.readers.devices
  return reader === undefined || id === ''
    ? {}
    : (once(
        scope,
        `device|${id}`,
        () => reader.attributes(id),
        () => undefined,
      ) ?? {})
}
const device = (
  name: string,
  description: string,
  pick: (all: Readonly<Record<string, unknown>>) => unknown,
): FunctionEntry => ({
  name,
  namespace: 'Device',
  params: [p('sessionId', 'String')],
  result: 'JSON',
  description,
  needs: 'scope',
  waits: true,
  run: (scope: Scope, _at: number, id: string) => pick(session(scope, id)),
})
const only = (all: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map(name => [name, member(all, name)]))

const notFound = {
  cardNetwork: '',
  cardType: '',
  issuer: '',
  countryCode: '',
  cardCategory: '',
  error: 'BIN not found',
}
function bin(scope: Scope, text: string): Record<string, unknown> {
  const digits = text.replace(/[ -]/g, '')
  const reader = scope.readers.bins
  if (reader === undefined || !/^\d{6,}/.test(digits)) return notFound
  return once<Record<string, unknown>>(
    scope,
    `bin|${digits.slice(0, 8)}`,
    () => {
      for (const length of [8, 7, 6]) {
        const found =
          digits.length < length || !/^\d+$/.test(digits.slice(0, length))
            ? undefined
            : reader.lookup(digits.slice(0, length))
        if (found !== undefined) return { ...notFound, ...found, error: '' }
      }
      return notFound
    },
    () => notFound,
  )
}

function model(scope: Scope, name: 'risk' | 'bot', id: string): unknown {
  const models = scope.readers.models
  if (name === 'risk' ? models?.risk === undefined : models?.bot === undefined) return null
  return (
    once<unknown>(
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

export const factFunctions: readonly FunctionEntry[] = [
  geo('CountryCode', 'countryCode', 'Two-letter country of an IP address of the event.'),
  geo('CountryRegion', 'countryRegion', 'Country of an IP address of the event.'),
  geo('RegionCode', 'regionCode', 'US state of an IP address, as code.'),
  geo('Region', 'region', 'US state of an IP address.'),
  geo('City', 'city', 'City of an IP address.'),
  geo('MarketCode', 'marketCode', 'Market of an IP address: NA, LATAM, EMEA or APAC.'),
  geo('PostalCode', 'postalCode', 'Postcode of an IP address.', true),
  geo('Isp', 'isp', 'Provider of an IP address.', true),
  device('GetFullAttributes', 'All attributes of a fingerprinting session.', all => all),
  device('GetAttributes', 'The common attributes of a fingerprinting session.', all =>
    Object.fromEntries(Object.entries(all).filter(([name]) => commonAttributes.includes(name))),
  ),
  {
    name: 'GetSelectedAttributes',
    namespace: 'Device',
    params: [p('sessionId', 'String'), { name: 'name', type: 'String', constant: 'name' }],
    rest: true,
    mostRest: 20,
    result: 'JSON',
    description: 'Up to 20 named attributes of a fingerprinting session.',
    needs: 'scope',
    waits: true,
    run: (scope: Scope, _at: number, id: string, ...names: string[]) => {
      const all = session(scope, id)
      return Object.keys(all).length === 0 ? {} : only(all, names)
    },
  },
  {
    name: 'GetSpeedOfTravel',
    namespace: 'Device',
    params: [p('sessionId', 'String')],
    result: 'Double',
    description: 'Greatest speed in miles per hour between the last five sessions of the device.',
    needs: 'scope',
    waits: true,
    run: (scope: Scope, _at: number, id: string) => {
      const reader = scope.readers.devices
      return reader === undefined || id === ''
        ? 0
        : once(
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
    params: [p('bin', 'String')],
    result: 'JSON',
    description: 'Facts about a card number’s first digits.',
    needs: 'scope',
    run: (scope: Scope, _at: number, text: string) => bin(scope, text),
  },
  {
    name: 'Risk',
    namespace: 'Model',
    params: [],
    result: 'JSON',
    description: 'Risk model: Score (0-999, higher is riskier), Reasons.',
    needs: 'scope',
    waits: true,
    run: (scope: Scope) => model(scope, 'risk', ''),
  },
  {
    name: 'Bot',
    namespace: 'Model',
    params: [p('deviceContextId', 'String')],
    result: 'JSON',
    description: 'Bot model: Score (0-999, higher is more likely a bot).',
    needs: 'scope',
    waits: true,
    run: (scope: Scope, _at: number, id: string) => model(scope, 'bot', id),
  },
]
