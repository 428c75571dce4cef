import { Hono } from 'hono'
import { metricCatalogue } from './metric-catalogue.ts'

type Labels = Readonly<Record<string, string>>
/** Upper bounds in seconds; decisions are expected within tens of milliseconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export interface Metrics {
  /** Adds to a counter, by default 1. */
  count: (name: string, labels?: Labels, by?: number) => void
  /** Records one duration in seconds for a histogram. */
  observe: (name: string, seconds: number, labels?: Labels) => void
  /** Registers a value that is read when the page is requested; each label set of a name has its own. */
  gauge: (name: string, help: string, read: () => number, labels?: Labels) => void
  /** Registers a count since the start of the process that is read when the page is requested. */
  counter: (name: string, help: string, read: () => number) => void
  /** Returns the Prometheus text format. */
  render: () => string
}

const series = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
    .join(',')
const line = (name: string, labels: string, value: number) => `${name}${labels ? `{${labels}}` : ''} ${value}`

/** Creates counters of this process in memory. Labels are kinds and codes, never ids of persons. */
export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>()
  const histograms = new Map<string, Map<string, { counts: number[]; sum: number; total: number }>>()
  const gauges = new Map<string, { type: 'gauge' | 'counter'; help: string; read: Map<string, () => number> }>()
  const register = (
    type: 'gauge' | 'counter',
    name: string,
    text: string,
    read: () => number,
    labels: Labels,
  ): void => {
    const gauge = gauges.get(name) ?? { type, help: text, read: new Map<string, () => number>() }
    gauge.read.set(series(labels), read)
    gauges.set(name, gauge)
  }
  return {
    count(name, labels = {}, by = 1) {
      const values = counters.get(name) ?? counters.set(name, new Map()).get(name)
      const key = series(labels)
      values?.set(key, (values.get(key) ?? 0) + by)
    },
    observe(name, seconds, labels = {}) {
      const values = histograms.get(name) ?? histograms.set(name, new Map()).get(name)
      const key = series(labels)
      const value = values?.get(key) ?? { counts: buckets.map(() => 0), sum: 0, total: 0 }
      const bucket = buckets.findIndex(bound => seconds <= bound)
      if (bucket >= 0) value.counts[bucket] = (value.counts[bucket] ?? 0) + 1
      value.sum += seconds
      value.total++
      values?.set(key, value)
    },
    gauge: (name, text, read, labels = {}) => register('gauge', name, text, read, labels),
    counter: (name, text, read) => register('counter', name, text, read, {}),
    render() {
      const lines: string[] = []
      const head = (name: string, type: string, text = metricCatalogue[name]?.help ?? name) =>
        lines.push(`# HELP ${name} ${text}`, `# TYPE ${name} ${type}`)
      for (const [name, { type }] of Object.entries(metricCatalogue))
        if (!counters.has(name) && !histograms.has(name)) head(name, type)
      for (const [name, values] of counters) {
        head(name, 'counter')
        for (const [labels, value] of values) lines.push(line(name, labels, value))
      }
      for (const [name, values] of histograms) {
        head(name, 'histogram')
        for (const [labels, { counts, sum, total }] of values) {
          const prefix = labels ? `${labels},` : ''
          let below = 0
          for (const [index, bound] of buckets.entries()) {
            below += counts[index] ?? 0
            lines.push(line(`${name}_bucket`, `${prefix}le="${bound}"`, below))
          }
          lines.push(
            line(`${name}_bucket`, `${prefix}le="+Inf"`, total),
            line(`${name}_sum`, labels, sum),
            line(`${name}_count`, labels, total),
          )
        }
      }
      for (const [name, { type, help: text, read }] of gauges) {
        head(name, type, text)
        for (const [labels, value] of read) lines.push(line(name, labels, value()))
      }
      return `${lines.join('\n')}\n`
    },
  }
}

export interface HealthDeps {
  metrics: Metrics
  /**
   * Checks that have to pass before the service receives traffic, by name; a check that throws or takes over two
   * seconds counts as failed.
   */
  checks: Readonly<Record<string, () => Promise<boolean>>>
  /** Figures about the state of parts of the service, by the name of the part. They do not affect readiness. */
  figures?: Readonly<Record<string, () => object>>
  /** Reads what the metrics report and only the database knows; it is asked before each page of metrics. */
  refresh?: () => Promise<void>
  /** Whether a caller may read figures and metrics; absent: everybody. */
  mayReadFigures?: (environment: unknown, request: Request) => boolean
}

async function passes(check: () => Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), 2000)
  })
  try {
    return await Promise.race([check(), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Creates `/health/live`, `/health/ready` and `/metrics`. */
export function createHealth({
  metrics,
  checks,
  figures = {},
  refresh,
  mayReadFigures = () => true,
}: HealthDeps): Hono {
  const app = new Hono()
  const passed = new Map<string, boolean>()
  for (const name of Object.keys(checks))
    metrics.gauge(
      'assay_check_passed',
      'Whether a check of /health/ready passed when the metrics were read',
      () => (passed.get(name) === true ? 1 : 0),
      { check: name },
    )
  const check = (): Promise<(readonly [string, boolean])[]> =>
    Promise.all(
      Object.entries(checks).map(async ([name, each]) => {
        const result = await passes(each)
        passed.set(name, result)
        return [name, result] as const
      }),
    )
  app.use('/health/*', async (context, next) => {
    await next()
    context.res.headers.set('cache-control', 'no-store')
  })
  app.get('/health/live', context => context.json({ status: 'live' }))
  app.get('/health/ready', async context => {
    const results = await check()
    const ready = results.every(([, result]) => result)
    const states = Object.fromEntries(results.map(([name, result]) => [name, result ? 'ok' : 'failed']))
    const shown = mayReadFigures(context.env, context.req.raw) ? Object.entries(figures) : []
    const counted = Object.fromEntries(shown.map(([name, read]) => [name, read()]))
    return context.json(
      {
        status: ready ? 'ready' : 'not ready',
        checks: states,
        ...(Object.keys(counted).length > 0 ? { figures: counted } : {}),
      },
      ready ? 200 : 503,
    )
  })
  app.get('/metrics', async context => {
    if (!mayReadFigures(context.env, context.req.raw))
      return context.text('Metrics are for this machine, and for callers with ASSAY_METRICS_TOKEN.', 401, {
        'www-authenticate': 'Bearer',
      })
    await Promise.all([check(), refresh?.().catch(() => undefined)])
    return context.text(metrics.render(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
  return app
}
