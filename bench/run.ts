/**
 * Benchmarks: `npm run bench` runs all, `npm run bench -- rule-engines search` the named ones. BENCH_EVENTS, _ROWS and the
 * like reduce sizes; `entity-history` needs its own: BENCH_HISTORY_EVENTS=2000000 (8 GB). BENCH_GRAPH_DIR keeps the graphs.
 */
import { benchWhy } from './access/why.ts'
import { benchActivityLog } from './activity-log/activity-log.ts'
import { benchAnswers } from './assistant/answers.ts'
import { benchRecognition } from './assistant/recognition.ts'
import { benchAttackChecks } from './attacks/attack-checks.ts'
import { decidedCases, fillCases, fillDecidedCases, publishRouting } from './cases/case-fixture.ts'
import { benchCases } from './cases/cases.ts'
import { benchCaseCreation } from './cases/creation.ts'
import { benchRaces } from './cases/races.ts'
import { benchReport } from './cases/report.ts'
import { fillHistory } from './cases/report-fixture.ts'
import { benchContrast } from './console/contrast.ts'
import { benchDraftSchema } from './console/draft-schema.ts'
import { benchFirstLoad } from './console/first-load.ts'
import { benchInteractions } from './console/interactions.ts'
import { benchMonitorLive } from './console/monitor-live.ts'
import { benchScroll } from './console/scroll.ts'
import { benchSearch } from './console/search.ts'
import { benchAnonymousCalls } from './decisions/anonymous-calls.ts'
import { benchDecisions, twentyRules, twoHundredRules } from './decisions/decisions.ts'
import { benchEntityHistory, fillEntityHistory, growthRow } from './decisions/entity-history.ts'
import { benchHostileBodies } from './decisions/hostile-bodies.ts'
import { migratedCounts, publishMigratedRules } from './decisions/migrated-rules.ts'
import { benchMixedLoad } from './decisions/mixed-load.ts'
import { benchOutage, benchOverload } from './decisions/overload.ts'
import { benchCharts } from './design-system/charts.ts'
import { benchGraph } from './design-system/graph.ts'
import { benchTable } from './design-system/table.ts'
import { benchEventTracing } from './event-tracing/event-tracing.ts'
import { measureDemoRings } from './graph/demo-rings.ts'
import { benchEntityGraph } from './graph/graph.ts'
import { ensureGraph } from './graph/graph-fixture.ts'
import { benchRings } from './graph/rings.ts'
import { measureSharedDevices } from './graph/shared-devices.ts'
import { benchLossPrevention } from './loss-prevention/loss-prevention.ts'
import { benchMovingIn } from './moving-in/moving-in.ts'
import { benchProcesses } from './processes/processes.ts'
import { benchRecorder } from './recorder/recorder.ts'
import { benchDataFilters, chooseDataFilters, fillFilteredEvents } from './reports/data-filters.ts'
import { benchReportLoad } from './reports/report-load.ts'
import { benchAlertPreviews, benchReports } from './reports/reports.ts'
import { benchBacktest } from './rules/backtest.ts'
import { benchDualRun } from './rules/dual-run.ts'
import { benchOntology } from './rules/ontology.ts'
import { benchRules } from './rules/rule-engines.ts'
import { publishBenchRules } from './rules/rule-set.ts'
import { benchSubjectRequests } from './subject-requests/subject-requests.ts'
import { harborRootId, harborTenantId } from './support/demo-ids.ts'
import { fillStore } from './support/fill-store.ts'
import {
  machine,
  makeDataDir,
  type Row,
  removeDataDirs,
  revision,
  type Service,
  withServiceOf,
} from './support/harness.ts'
import { fillOtherEvents } from './support/other-events.ts'
import { printRows } from './support/print-rows.ts'
import { type Section, writeResults } from './support/results.ts'
import { openBenchPool } from './support/store.ts'
import { benchLargeUpload, benchTimeMachine, benchUploads } from './uploads/uploads.ts'

const ids = { tenantId: harborTenantId, environmentId: harborRootId }
const size = (name: string, initial: number) => Number(process.env[`BENCH_${name}`] ?? initial)
const [events, windowSeconds] = [size('EVENTS', 1_000_000), size('WINDOW_SECONDS', 10)]
const [rowCount, openCases, historyEvents] = [size('ROWS', 100_000), size('CASES', 50_000), size('HISTORY_EVENTS', 0)]
/** Events of the demo in `ring-quality`: a small one, a first start, all that a service without a size grows to. */
const demoSizes = (process.env['BENCH_DEMO_EVENTS'] ?? '6000,20000,150000').split(',').map(Number)
const [windows, rateLimit] = [5, 100_000]
const settings = { ASSAY_DEMO_EVENTS: '0', ASSAY_RATE_LIMIT: String(rateLimit) }

const withService = <T>(
  use: (service: Service) => Promise<T>,
  own: Record<string, string> = settings,
  dataDir?: string,
): Promise<T> => withServiceOf(own, use, dataDir)

/** Creates a store whose environment has the twenty rules of the bench and no others. */
async function prepareStore(): Promise<string> {
  const dataDir = makeDataDir()
  await withService(
    async service => {
      const pool = await openBenchPool(service)
      await publishBenchRules(pool, ids.environmentId)
      await pool.end()
    },
    settings,
    dataDir,
  )
  return dataDir
}

const fill = (service: Service, count: number, more?: Parameters<typeof fillStore>[3]) =>
  fillStore(service, ids.environmentId, count, more)

/** Runs on the purchases of the graph: in `BENCH_GRAPH_DIR`, if set, where further runs find them. */
const withGraph = (use: (service: Service) => Promise<Row[]>): Promise<Row[]> =>
  withService(
    async service => [await ensureGraph(service, ids.environmentId, events), ...(await use(service))],
    settings,
    process.env['BENCH_GRAPH_DIR'],
  )

const benchmarks: Record<string, () => Promise<Row[]>> = {
  'rule-engines': () => benchRules(),
  backtest: () => benchBacktest(),
  'dual-run': () => benchDualRun(),
  ontology: () => benchOntology(),
  'draft-schema': () => Promise.resolve(benchDraftSchema()),
  graph: () => benchGraph(),
  'entity-graph': () => withGraph(service => benchEntityGraph(service, ids.environmentId, events)),
  rings: () => withGraph(service => benchRings(service, ids, events)),
  'ring-quality': async () => [...(await measureSharedDevices()), ...(await measureDemoRings(demoSizes))],
  charts: () => benchCharts(),
  'mixed-load': async () =>
    withService(service => benchMixedLoad(service, ids, windowSeconds), settings, await prepareStore()),
  'event-tracing': async () => benchEventTracing(settings, await prepareStore(), ids, windowSeconds),
  decisions: async () =>
    withService(
      service => benchDecisions(service, ids, twentyRules, windows, windowSeconds),
      settings,
      await prepareStore(),
    ),
  'migrated-rules': async () =>
    withService(async service => {
      await publishMigratedRules(service, ids.environmentId)
      return [
        {
          name: `${migratedCounts.rules} rules, ${migratedCounts.lists.length} lists of ${migratedCounts.lists.join(', ')} rows, all enrichment`,
          value: '',
        },
        ...(await benchDecisions(service, ids, twoHundredRules, windows, windowSeconds)),
      ]
    }),
  'entity-history': async () => {
    const measure = async (stored: number) => {
      const dataDir = makeDataDir()
      await withService(service => fillEntityHistory(service, ids, stored), settings, dataDir)
      return withService(service => benchEntityHistory(service, ids, stored, windows, windowSeconds), settings, dataDir)
    }
    const few = await measure(10_000)
    if (historyEvents === 0)
      return [
        ...few,
        { name: 'Many stored events beside few', value: 'not asked for', note: 'BENCH_HISTORY_EVENTS=2000000' },
      ]
    const many = await measure(historyEvents)
    return [...few, ...many, growthRow(few, many)]
  },
  overload: async () =>
    withService(
      async service => [...(await benchOverload(service, ids, windowSeconds)), ...(await benchOutage(service, ids))],
      settings,
      await prepareStore(),
    ),
  cases: () =>
    withService(async service => {
      const pool = await openBenchPool(service)
      await publishRouting(pool, ids.environmentId)
      const rows = [await fill(service, events)]
      await fillCases(pool, ids.environmentId, openCases)
      await fillDecidedCases(pool, ids.environmentId, decidedCases)
      await pool.end()
      return [...rows, ...(await benchCases(service, ids, openCases))]
    }),
  'attack-checks': () => withService(service => benchAttackChecks(service, ids.environmentId)),
  'loss-prevention': () => withService(each => benchLossPrevention(each, ids.environmentId)),
  'moving-in': () => withService(service => benchMovingIn(service, ids.environmentId)),
  reports: () =>
    withService(async service => [
      await fill(service, events),
      ...(await benchReports(service, ids.environmentId, events)),
      ...(await benchAlertPreviews(service, ids.environmentId, events)),
    ]),
  'report-filters': () =>
    withService(async service => {
      await chooseDataFilters(service, ids.environmentId)
      return [await fill(service, events, fillFilteredEvents), ...(await benchDataFilters(service, ids.environmentId))]
    }),
  'report-load': async () =>
    withService(service => benchReportLoad(service, ids, { windowSeconds, events }), settings, await prepareStore()),
  recorder: async () => benchRecorder(settings, await prepareStore(), ids, { events, windowSeconds }),
  'activity-log': () => benchActivityLog(settings, ids),
  'subject-requests': () => benchSubjectRequests({ ...settings, ASSAY_DEMO_EVENTS: '500' }, ids.environmentId),
  why: () => withService(service => benchWhy(service, ids)),
  'assistant-answers': () =>
    withService(service => benchAnswers(service, ids), { ...settings, ASSAY_DEMO_EVENTS: '20000' }),
  'assistant-recognition': () => Promise.resolve(benchRecognition()),
  processes: () => benchProcesses(settings, ids, windowSeconds),
  uploads: () => benchUploads(),
  'large-upload': () => benchLargeUpload(settings, makeDataDir(), ids.environmentId),
  'time-machine': () => benchTimeMachine(),
  'case-races': () => withService(service => benchRaces(service, ids.environmentId)),
  'case-report': async () =>
    withService(
      async service => {
        const history = { cases: openCases, days: 90 }
        const pool = await openBenchPool(service)
        await publishRouting(pool, ids.environmentId)
        await fillHistory(pool, ids.environmentId, history)
        await pool.end()
        return benchReport(service, ids.environmentId, history)
      },
      settings,
      await prepareStore(),
    ),
  'case-creation': async () =>
    benchCaseCreation([await prepareStore(), await prepareStore()], ids, windowSeconds, settings),
  'hostile-bodies': () =>
    withService(service => benchHostileBodies(service, ids), { ...settings, ASSAY_DEMO_EVENTS: '2000' }),
  'anonymous-calls': () => withService(benchAnonymousCalls),
  'first-load': () => withService(benchFirstLoad, { ASSAY_DEMO_EVENTS: '2000' }),
  interactions: () => withService(benchInteractions, { ASSAY_DEMO_EVENTS: '2000' }),
  'monitor-live': () => withService(service => benchMonitorLive(service, ids)),
  table: () => benchTable(),
  scroll: () =>
    withService(async service => [await fill(service, rowCount + 20_000), ...(await benchScroll(service, rowCount))]),
  search: () =>
    withService(async service => [
      await fill(service, events, fillOtherEvents),
      ...(await benchSearch(service, ids, events)),
    ]),
  contrast: () =>
    withService(async service => [
      await fill(service, events),
      ...(await benchContrast(service, ids.environmentId, events)),
    ]),
}

const requested = process.argv.slice(2)
const unknown = requested.filter(name => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}
const [measured, rows]: [Record<string, Section>, Row[]] = [{}, []]
for (const [name, run] of Object.entries(benchmarks)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  process.stderr.write(`${name} ...\n`)
  rows.push({ name: `== ${name}`, value: '' })
  try {
    const found = await run()
    rows.push(...found)
    measured[name] = {
      revision: revision(),
      at: new Date().toISOString(),
      machine: machine(),
      windowSeconds,
      rows: found,
    }
  } catch (error) {
    rows.push({ name: `${name} could not be measured`, value: '', ok: false, note: String(error) })
  } finally {
    removeDataDirs()
  }
}
console.log(
  `\nMachine: ${machine()}\nRevision: ${revision()}; rate limit raised to ${rateLimit.toLocaleString('en-US')} requests/s for the run; medians of ${windows} windows of ${windowSeconds} s\n`,
)
printRows(rows)
writeResults(Object.keys(benchmarks), measured, { events, windows, rateLimit })
process.exit(rows.some(row => row.ok === false) ? 1 : 0)
