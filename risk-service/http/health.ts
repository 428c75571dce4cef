import { Hono } from 'hono'

type Labels = Readonly<Record<string, string>>
/** Upper bounds in seconds; decisions are expected within tens of milliseconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export interface Metrics {
  /** Adds to a counter, by default 1. */
  count: (name: string, labels?: Labels, by?: number) => void
  /** Records one duration in seconds for a histogram. */
  observe: (name: string, seconds: number, labels?: Labels) => void
  /** Registers a value that is read when the page is requested. */
  gauge: (name: string, help: string, read: () => number) => void
  /** Returns the Prometheus text format. */
  render: () => string
}

const help: Record<string, string> = {
  assay_http_requests_total: 'Answers by area and status',
  assay_http_request_seconds: 'Time from request to the end of the answer by area',
  assay_decisions_total: 'Decisions by event type and outcome: answer, replayed, invalid, conflict, failed',
  assay_outgoing_calls_total: 'External calls and assessments by kind and result',
  assay_outgoing_call_seconds: 'Time of external calls and assessments',
  assay_upload_rows_total: 'Rows of uploaded files by step and entity: checked, rejected, stored',
  assay_upload_runs_total: 'Runs that process uploaded files by the state in which they ended',
  assay_velocity_lag_seconds: 'Time until this process counts an event of another one',
  assay_decision_seconds: 'Time from request to durable answer',
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
  const gauges = new Map<string, { help: string; read: () => number }>()
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
    gauge: (name, text, read) => void gauges.set(name, { help: text, read }),
    render() {
      const lines: string[] = []
      const head = (name: string, type: string, text = help[name] ?? name) =>
        lines.push(`# HELP ${name} ${text}`, `# TYPE ${name} ${type}`)
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
      for (const [name, { help: text, read }] of gauges) {
        head(name, 'gauge', text)
        lines.push(line(name, '', read()))
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
export function createHealth({ metrics, checks, figures = {}, mayReadFigures = () => true }: HealthDeps): Hono {
  const app = new Hono()
  app.use('/health/*', async (context, next) => {
    await next()
    context.res.headers.set('cache-control', 'no-store')
  })
  app.get('/health/live', context => context.json({ status: 'live' }))
  app.get('/health/ready', async context => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const),
    )
    const ready = results.every(([, passed]) => passed)
    const states = Object.fromEntries(results.map(([name, passed]) => [name, passed ? 'ok' : 'failed']))
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
  app.get('/metrics', context => {
    if (!mayReadFigures(context.env, context.req.raw))
      return context.text('Metrics are for this machine, and for callers with ASSAY_METRICS_TOKEN.', 401, {
        'www-authenticate': 'Bearer',
      })
    return context.text(metrics.render(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
  return app
}
