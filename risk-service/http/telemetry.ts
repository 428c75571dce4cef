import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { addressKeyOf } from '../kernel/limits/address-key.ts'
import { createFixedWindowLimiter } from '../kernel/limits/fixed-window-limiter.ts'
import type { Ports } from '../ports/index.ts'

const sizeLimit = 256 * 1024
const perMinute = 60
const itemLimit = 500
/**
 * Bytes stored in a day: anybody can send telemetry, so that neither one address nor all of them may fill the disk. A
 * person who works all day makes less than one megabyte.
 */
const dailyBytes = { limit: 6_000_000, total: 100_000_000, windowMs: 86_400_000 }
/** Bytes of a stored row besides its texts. */
const rowBytes = 200

const propertyBag = z.record(z.string(), z.unknown())
const envelopeSchema = z.object({
  name: z.string().max(200),
  time: z.iso.datetime({ offset: true }),
  tags: propertyBag.optional(),
  data: z.object({ baseType: z.string().max(100), baseData: propertyBag.default({}) }),
})

/** Properties that are stored; all others that a page may send are dropped. */
const allowedProperties = [
  'activityId',
  'eventName',
  'eventType',
  'eventModifier',
  'eventDuration',
  'assignedRoles',
  'environmentId',
  'product',
  'build',
  'route',
  'text',
  'element',
]
/** Stored envelope fields by kind. Calls from the page to services are not stored. */
const kinds: Record<string, readonly string[]> = {
  EventData: ['name', 'measurements'],
  PageviewData: ['name', 'url', 'duration'],
  PageviewPerformanceData: [
    'name',
    'url',
    'duration',
    'perfTotal',
    'networkConnect',
    'sentRequest',
    'receivedResponse',
    'domProcessing',
  ],
  ExceptionData: ['exceptions', 'severityLevel'],
  MetricData: ['metrics'],
  MessageData: ['message', 'severityLevel'],
}

/**
 * Returns a text without data that could identify a person or grant access: addresses, queries, e-mail, long digit
 * runs, signed tokens.
 */
export function maskText(text: string): string {
  return (
    text
      .slice(0, 2000)
      .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, '{token}')
      .replace(/([?#])[^\s)"']*/g, '')
      // Only from the start of a word: from each of its letters a long word would take seconds.
      .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '{email}')
      .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '{ip}')
      .replace(/\b(sig|se|sp|sv)=[^\s&]+/gi, '$1={sasToken}')
      .replace(/\d{6,}/g, '{number}')
  )
}

function maskValues(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (depth > 6) return null
  if (Array.isArray(value)) return value.slice(0, 50).map(entry => maskValues(entry, depth + 1))
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, 50)
        .map(([key, entry]) => [key.slice(0, 100), maskValues(entry, depth + 1)]),
    )
  return null
}

/**
 * Ids of resources are stored (environment, activity): they may contain digits that masking would treat as a number.
 */
function property(value: unknown): unknown {
  return typeof value === 'string' && /^[\w.,-]{0,200}$/.test(value) && !/@/.test(value) ? value : maskValues(value)
}

interface Row {
  at: Date
  kind: string
  name: string
  body: string
}

/** Returns the stored row of one envelope; null for a kind that is not stored. */
function toRow(envelope: z.infer<typeof envelopeSchema>, now: Date): Row | null {
  const { baseType, baseData } = envelope.data
  const allowedFields = kinds[baseType]
  if (!allowedFields) return null
  const body: Record<string, unknown> = {}
  for (const name of allowedFields) if (baseData[name] !== undefined) body[name] = maskValues(baseData[name])
  const properties = propertyBag.safeParse(baseData['properties'])
  if (properties.success)
    body['properties'] = Object.fromEntries(
      allowedProperties.filter(name => name in properties.data).map(name => [name, property(properties.data[name])]),
    )
  const session = envelope.tags?.['ai.session.id']
  if (typeof session === 'string') body['session'] = session.slice(0, 64)
  // The clock of a page may be wrong by days; retention uses this column.
  const at = new Date(envelope.time)
  const name = typeof baseData['name'] === 'string' ? maskText(baseData['name']).slice(0, 200) : ''
  return {
    at: Math.abs(at.getTime() - now.getTime()) < 3_600_000 ? at : now,
    kind: baseType.replace(/Data$/, ''),
    name,
    body: JSON.stringify(body),
  }
}

/** Parses a JSON array, one JSON object, or one object per line. Throws on anything else. */
function parse(text: string): unknown[] {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) return z.array(z.unknown()).parse(JSON.parse(trimmed))
  return trimmed
    .split('\n')
    .filter(part => part.trim() !== '')
    .map(part => JSON.parse(part) as unknown)
}

/**
 * Creates the service's own intake for the console's monitoring library: `POST /api/telemetry/v2/track`. Only operators
 * can read it, in the store.
 */
export function createTelemetry(
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  addressOf: (environment: unknown, request: Request) => string | null,
  daily: { limit: number; total: number; windowMs: number } = dailyBytes,
  processes: () => number = () => 1,
): Hono {
  const app = new Hono()
  const calls = createFixedWindowLimiter({ limit: perMinute, windowMs: 60_000, processes })
  const stored = createFixedWindowLimiter({ ...daily, processes })
  app.post(
    '/api/telemetry/v2/track',
    bodyLimit({
      maxSize: sizeLimit,
      onError: context =>
        context.json({ code: 'tooLarge', message: 'At most 256 KiB of telemetry are taken at once.' }, 413, {
          connection: 'close',
        }),
    }),
    async context => {
      // Read before any further refusal: an answer before the body is read costs the client its connection.
      const text = await context.req.text()
      const now = clock()
      const client = addressKeyOf(addressOf(context.env, context.req.raw))
      const refuse = (message: string, seconds: number) =>
        context.json({ code: 'tooManyRequests', message }, 429, { 'retry-after': String(seconds) })
      const wait = calls.acquire(client)
      if (wait > 0) return refuse('At most 60 calls a minute are taken.', wait)
      let items: unknown[]
      try {
        items = parse(text)
      } catch {
        return context.json(
          { code: 'invalid', message: 'The body has to be a JSON array or one JSON object per line.' },
          400,
        )
      }
      if (items.length > itemLimit)
        return context.json({ code: 'tooLarge', message: `At most ${itemLimit} items are taken at once.` }, 413)
      const rows: Row[] = []
      for (const [index, item] of items.entries()) {
        const envelope = envelopeSchema.safeParse(item)
        if (!envelope.success) {
          return context.json(
            {
              code: 'invalid',
              message: `Item ${index + 1} is not a telemetry envelope.`,
              details: { path: envelope.error.issues[0]?.path.join('.') ?? '' },
            },
            400,
          )
        }
        const row = toRow(envelope.data, now)
        if (row) rows.push(row)
      }
      const bytes = rows.reduce(
        (sum, { name, body }) => sum + rowBytes + name.length + new TextEncoder().encode(body).length,
        0,
      )
      const nextDay = stored.acquire(client, bytes)
      if (nextDay > 0) return refuse('The telemetry of this day is complete.', nextDay)
      try {
        if (rows.length > 0) await db.insertInto('telemetry').values(rows).execute()
      } catch (error) {
        // A retry storm on an unavailable store is not justified for telemetry: it is dropped and counted in the log.
        log.write(2, 'telemetry.dropped', { items: rows.length, cause: error instanceof Error ? error.name : '' })
      }
      return context.body(null, 204)
    },
  )
  return app
}
