import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore } from '../../../kernel/store/testing/test-store.ts'
import { metricCatalogue } from '../../metric-catalogue.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const token = 'metrics-token-of-the-test'

let store: Store
let folder = ''
let service: ChildProcess
let url = ''
let metrics = ''

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

beforeAll(async () => {
  store = await createTestStore()
  folder = mkdtempSync(path.join(tmpdir(), 'assay-monitoring-'))
  if (!('host' in store.target)) throw new Error('The test store is no embedded one.')
  const { host, user, database } = store.target
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  service = spawn(process.execPath, ['risk-service/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      ASSAY_SECRET_KEY: 'k'.repeat(44),
      ASSAY_DATA_DIR: folder,
      ASSAY_DEMO: '1',
      ASSAY_DEMO_EVENTS: '20',
      ASSAY_METRICS_TOKEN: token,
    },
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [service.stdout, service.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-8000)
        if (output.includes('Assay is ready')) resolve()
      })
    service.once('exit', code => reject(new Error(`The service ended with ${code}:\n${output}`)))
  })
  await send()
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  metrics = await answer.text()
})
afterAll(async () => {
  const ended = new Promise(resolve => service.once('exit', resolve))
  service.kill('SIGTERM')
  await ended
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Decides one purchase as a shop does. */
async function send(): Promise<void> {
  const tokens = await fetch(`${url}/a55a0001-0000-4000-8000-000000000001/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'harbor-checkout',
      client_secret: 'harbor-checkout-secret',
      scope: 'https://api.dfp.dynamics.com/.default',
    }),
  })
  const { access_token } = (await tokens.json()) as { access_token: string }
  const answer = await fetch(`${url}/v1.0/MerchantServices/events/Purchase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      purchaseId: 'monitored-1',
      merchantLocalDate: new Date().toISOString(),
      totalAmount: 49.9,
      currency: 'EUR',
      user: { userId: 'customer-1', email: 'customer@example.com' },
      _metadata: { trackingId: 'monitored-1', merchantTimeStamp: new Date().toISOString() },
    }),
  })
  expect(answer.status).toBe(200)
}

/** Labels of each exported metric with their values; those of the catalogue that have no sample yet, too. */
function exported(): Map<string, Map<string, Set<string> | null>> {
  const found = new Map<string, Map<string, Set<string> | null>>()
  for (const [, name = '', type] of metrics.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    const labels = new Map<string, Set<string> | null>(
      Object.entries(metricCatalogue[name]?.labels ?? {}).map(([label, values]) => [
        label,
        values === null ? null : new Set(values),
      ]),
    )
    if (type === 'histogram') {
      for (const suffix of ['_sum', '_count']) found.set(`${name}${suffix}`, labels)
      found.set(`${name}_bucket`, new Map([...labels, ['le', null]]))
    } else found.set(name, labels)
  }
  for (const [, name = '', labels = ''] of metrics.matchAll(/^(\w+)\{(.*)\} \S+$/gm))
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      const known = found.get(name)
      const values = known?.get(label)
      if (values === undefined) known?.set(label, new Set([value]))
      // Values of a catalogued label are those of the catalogue: others would be missing from it.
      else if (values !== null && metricCatalogue[name] === undefined) values.add(value)
    }
  return found
}

/** Labels that Prometheus adds to every sample. */
const added = ['instance', 'job']
/** What Prometheus exports about its targets. */
const foreign = new Map([['up', new Map<string, Set<string> | null>()]])

/** What of an expression the service does not export: metrics, labels, and values of labels. */
function unknownIn(expression: string, known: ReturnType<typeof exported>): string[] {
  const findings: string[] = []
  const text = expression.replaceAll(/\[[^\]]*\]/g, '')
  const names = [...text.matchAll(/\b((?:assay|process)_\w+|up)\b(?:\{([^}]*)\})?/g)]
  if (names.length === 0) findings.push(`no metric in ${expression}`)
  const labelsOfAll = new Set<string>(added)
  for (const [, name = '', selector = ''] of names) {
    const labels = known.get(name) ?? foreign.get(name)
    if (labels === undefined) findings.push(name)
    for (const label of labels?.keys() ?? []) labelsOfAll.add(label)
    for (const [, label = '', operator, value = ''] of selector.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)) {
      if (added.includes(label)) continue
      const values = labels?.get(label)
      if (values === undefined) findings.push(`${name}{${label}}`)
      else if (operator === '=' && values !== null && !values.has(value)) findings.push(`${name}{${label}="${value}"}`)
    }
  }
  for (const [, labels = ''] of text.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of labels.split(',').map(each => each.trim()))
      if (!labelsOfAll.has(label)) findings.push(`by (${label}) in ${expression}`)
  return findings
}

const alerts = [
  ...read('deploy/prometheus/alerts.yaml').matchAll(/- alert: (\w+)\n\s+expr: >-\n\s+(.+)\n\s+for: (\w+)/g),
].map(([, name = '', expression = '']) => ({ name, expression }))

it('every metric and label of the alert rules is exported by a running service', () => {
  expect(alerts.length).toBeGreaterThan(20)
  expect(alerts.length).toBe(read('deploy/prometheus/alerts.yaml').match(/- alert:/g)?.length)
  const known = exported()
  expect(
    alerts.flatMap(({ name, expression }) => unknownIn(expression, known).map(each => `${name}: ${each}`)),
  ).toEqual([])
})

it('every metric and label of the dashboard is exported by a running service', () => {
  interface Panel {
    title: string
    targets?: { expr: string; legendFormat: string }[]
  }
  const { panels, annotations, templating } = JSON.parse(read('deploy/grafana/assay.json')) as {
    panels: Panel[]
    annotations: { list: { expr: string }[] }
    templating: { list: { query: { query: string } | string }[] }
  }
  const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
  expect(queries.length).toBeGreaterThan(30)
  const known = exported()
  const others = annotations.list.map(({ expr }) => ({ title: 'annotation', expr }))
  for (const { query } of templating.list)
    if (typeof query !== 'string') others.push({ title: 'variable', expr: query.query })
  expect(
    [...queries, ...others].flatMap(({ title, expr }) => unknownIn(expr, known).map(each => `${title}: ${each}`)),
  ).toEqual([])
  // A legend names labels that the query returns.
  const wrongLegends = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ expr, legendFormat }) =>
      [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)]
        .filter(([, label = '']) => !added.includes(label) && !new RegExp(`by \\([^)]*\\b${label}\\b`).test(expr))
        .map(([, label]) => `${title}: ${label}`),
    ),
  )
  expect(wrongLegends).toEqual([])
})

it('a metric or label that does not exist would be found', () => {
  const known = exported()
  expect(unknownIn('rate(assay_decision_total[5m])', known)).toEqual(['assay_decision_total'])
  expect(unknownIn('sum by (tenant) (assay_decisions_total{outcome="lost", kind="x"})', known)).toEqual([
    'assay_decisions_total{outcome="lost"}',
    'assay_decisions_total{kind}',
    'by (tenant) in sum by (tenant) (assay_decisions_total{outcome="lost", kind="x"})',
  ])
})

it('every alert has its section in the run book, with what it means, how to see it and what to do', () => {
  const sections = new Map(
    read('docs/operations/run-book.md')
      .split(/^## /m)
      .slice(1)
      .map(section => [section.split('\n', 1)[0] ?? '', section]),
  )
  expect([...sections.keys()]).toEqual(alerts.map(({ name }) => name))
  for (const { name, expression } of alerts) {
    const section = sections.get(name) ?? ''
    expect(section).toContain(`\`${expression}\``)
    expect([...section.matchAll(/^\*\*(.+?)\.\*\* (.{20,})$/gm)].map(([, part]) => part)).toEqual([
      'What it means',
      'How to see it',
      'What to do',
    ])
    expect(read('deploy/prometheus/alerts.yaml')).toContain(
      `runbook: docs/operations/run-book.md#${name.toLowerCase()}\n`,
    )
  }
  expect(read('deploy/helm/assay/files/alerts.yaml')).toBe(read('deploy/prometheus/alerts.yaml'))
})

it('the metrics of a service say that it is well, which version runs, and what it decided', () => {
  expect(metrics).toMatch(/^assay_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  for (const check of ['database', 'migrations', 'jobs', 'writes'])
    expect(metrics).toContain(`assay_check_passed{check="${check}"} 1\n`)
  expect(metrics).toContain('assay_decisions_total{event_type="purchase",outcome="answer"} 1\n')
  expect(metrics).toMatch(/^assay_pool_connections\{pool="interactive",state="used"\} \d+$/m)
  expect(Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(5e7)
  expect(Number(/^assay_data_room_bytes (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0)
  // Named before its first sample.
  expect(metrics).toContain('# TYPE assay_upload_runs_total counter\n')
  expect(metrics.match(/^# TYPE (\S+) /gm)?.length).toBe(new Set(metrics.match(/^# TYPE (\S+) /gm)).size)
  // Every line is one of the format.
  const lines = metrics.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  expect(lines.filter(line => !/^[a-z_]+(?:\{(?:[a-z_]+="[^"]*",?)+\})? (?:[-+\d.eE]+|NaN)$/.test(line))).toEqual([])
})
