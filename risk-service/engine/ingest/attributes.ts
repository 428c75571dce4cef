import { type EventSchema, resolveReference } from './event-schema.ts'

/** An attribute of an event under its name in rules: full path, arrays crossed without an index. */
export interface Attribute {
  path: string
  type: 'string' | 'number' | 'boolean' | 'date-time' | 'object' | 'array'
  description?: string
  values?: readonly string[]
}

/** Deepest listed path; guards against a schema that refers to itself. */
const maxDepth = 8

/**
 * Flattens an event schema into its attributes in document order, blocks included. Pure and without further imports, so
 * that the editor in the browser uses the same list as the service's checks.
 */
export function attributesOf(schema: EventSchema): Attribute[] {
  const found: Attribute[] = []
  collect(schema, schema, '', 0, found)
  return found
}

/** Returns the paths that must be sent whenever the block around them is. */
export function requiredPathsOf(schema: EventSchema): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (raw: EventSchema, path: string, depth: number): void => {
    if (depth > maxDepth) return
    const { properties = {}, required = [] } = resolveReference(raw, schema)
    for (const [name, property] of Object.entries(properties)) {
      const at = path === '' ? name : `${path}.${name}`
      if (required.includes(name)) found.add(at)
      const inner = resolveReference(property, schema)
      if (inner.type === 'object') visit(inner, at, depth + 1)
      if (inner.type === 'array' && inner.items !== undefined) visit(inner.items, at, depth + 1)
    }
  }
  visit(schema, '', 0)
  return found
}

/** Returns the attributes by lower-cased path, as the checker of the query language expects them. */
export function attributeMap(attributes: readonly Attribute[]): Map<string, Attribute> {
  return new Map(attributes.map(attribute => [attribute.path.toLowerCase(), attribute]))
}

function collect(raw: EventSchema, root: EventSchema, path: string, depth: number, found: Attribute[]): void {
  if (depth > maxDepth) return
  const schema = resolveReference(raw, root)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inner = resolveReference(property, root)
    const at = path === '' ? name : `${path}.${name}`
    const values = inner.enum ?? inner['x-known-values']
    found.push({
      path: at,
      type: typeOf(inner),
      ...(inner.description === undefined ? {} : { description: inner.description }),
      ...(values === undefined ? {} : { values }),
    })
    if (inner.type === 'object') collect(inner, root, at, depth + 1, found)
    if (inner.type === 'array' && inner.items !== undefined) collect(inner.items, root, at, depth + 1, found)
  }
}

function typeOf(schema: EventSchema): Attribute['type'] {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'object':
      return 'object'
    case 'array':
      return 'array'
    default:
      return schema.format === 'date-time' ? 'date-time' : 'string'
  }
}

/** Facts about the device of any event. */
export const deviceEnrichmentAttributes: readonly Attribute[] = [
  { path: 'deviceAttributes', type: 'object', description: 'What is known about the device' },
  { path: 'deviceAttributes.trueIp', type: 'string', description: 'IP address the device was seen at' },
  {
    path: 'deviceAttributes.deviceCountryCode',
    type: 'string',
    description: 'Country of that address, ISO two-letter code',
  },
  { path: 'deviceAttributes.deviceId', type: 'string', description: 'Device id' },
  { path: 'deviceAttributes.browserUserAgent', type: 'string', description: 'User agent text' },
  { path: 'deviceAttributes.browserUserAgentLanguages', type: 'string', description: 'Languages of the browser' },
  { path: 'deviceAttributes.screenResolution', type: 'string', description: 'Screen size' },
  { path: 'deviceAttributes.platform', type: 'string', description: 'Operating system' },
  ...(
    [
      ['cookieDeviceId', 'Id that the cookie of fingerprinting holds'],
      ['sessionCount', 'Sessions seen with that cookie'],
      ['timeZone', 'Time zone of the browser'],
      ['timeZoneOffset', 'Its minutes from UTC in January'],
      ['realtimeTimezoneOffset', 'Its minutes from UTC now'],
      ['cookieEnabled', 'true where cookies are taken'],
      ['javaScriptEnabled', 'true where scripts run'],
      ['fontsCount', 'Well-known fonts found'],
      ['pluginsCount', 'Plug-ins of the browser'],
      ['mimeTypesCount', 'Kinds of content it takes'],
      ['proxy', 'true behind a proxy that was seen'],
      ['proxyType', 'Its kind: http, service, socks, tor, …'],
    ] as const
  ).map(([name, description]): Attribute => ({ path: `deviceAttributes.${name}`, type: 'string', description })),
]

/** What enrichment adds to a purchase before its rules run. */
export const purchaseEnrichmentAttributes: readonly Attribute[] = [
  { path: 'riskScore', type: 'number', description: 'Risk score 0 to 999; in clauses after risk scoring' },
  ...deviceEnrichmentAttributes,
]
