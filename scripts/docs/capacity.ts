import { code, generatedNotice, table } from './markdown.ts'

interface BenchRow {
  name: string
  value: string
  note?: string
}
export interface BenchResults {
  sections: Readonly<Record<string, { revision: string; at: string; machine: string; rows: readonly BenchRow[] }>>
}

/** What a decision costs, measured: milliseconds of processor time of the service and of the database. */
export interface DecisionCost {
  profile: string
  service: number
  database: number
  /** Decisions a second of one process and the database together on the measured machine, and their latencies. */
  rate: string
  p50: string
  p99: string
}

/** Busy share of a processor above which waiting times grow fast; queueing theory and the open-loop runs agree. */
const processBusy = 0.7
const databaseBusy = 0.6
const rates = [100, 600, 1000, 2500, 5000, 10_000, 50_000]
/** Processors of the largest database server that the page speaks of. */
const largestDatabase = 64

const profiles = [
  ['decisions', 'few rules', 0],
  ['migrated-rules', '200 rules, 3 lists, all enrichment', 0],
  ['entity-history', '200 rules, 20 velocities, 3 lists, scores, 2,000,000 stored events', 1],
] as const

/** Reads the costs of the benchmarks; `index` counts the runs of a section. @throws Error when a figure is missing */
export function decisionCosts({ sections }: BenchResults): DecisionCost[] {
  return profiles.map(([section, profile, index]) => {
    const rows = sections[section]?.rows ?? []
    const starts = rows.flatMap(({ name }, at) => (name.startsWith('Durable decisions, closed loop') ? [at] : []))
    const start = starts[index] ?? rows.length
    const run = rows.slice(start, starts[index + 1] ?? rows.length)
    const cost = /service ([\d.]+), database ([\d.]+)/.exec(
      run.find(({ name }) => name === '  processor time of a decision')?.note ?? '',
    )
    const openLoop = run.findIndex(({ name }) => name.startsWith('Open loop 600/s'))
    const [closed] = run
    if (cost === null || closed === undefined || openLoop < 0)
      throw new Error(`bench/results.json has no processor time of a decision in the section ${section}.`)
    return {
      profile,
      service: Number(cost[1]),
      database: Number(cost[2]),
      rate: closed.value,
      p50: run[openLoop]?.value ?? '',
      p99: run.slice(openLoop).find(({ name }) => name === '  p99')?.value ?? '',
    }
  })
}

/** Processes of the service and processors of the database for a rate; one process more than needed, for its loss. */
export function sizeFor(
  rate: number,
  { service, database }: Pick<DecisionCost, 'service' | 'database'>,
): { processes: number; processors: number } {
  return {
    processes: Math.max(1, Math.ceil((rate * service) / 1000 / processBusy)) + 1,
    processors: Math.max(2, Math.ceil((rate * database) / 1000 / databaseBusy)),
  }
}

const format = (value: number): string => value.toLocaleString('en-US')

/** The page `docs/operations/capacity.md`, computed from the stored results of the benchmarks. */
export function capacity(results: BenchResults): string {
  const costs = decisionCosts(results)
  const { machine = '', revision = '', at = '' } = results.sections['entity-history'] ?? {}
  const sizes = costs.map(cost =>
    [
      `### ${cost.profile}`,
      '',
      table(
        ['Decisions a second', 'Service processes, one of them spare', 'Processors of the database'],
        rates.map(rate => {
          const { processes, processors } = sizeFor(rate, cost)
          return [
            format(rate),
            String(processes),
            processors > largestDatabase ? `${processors}: more than one primary` : String(processors),
          ]
        }),
      ),
    ].join('\n'),
  )
  return `${[
    '# Capacity',
    '',
    generatedNotice('npm run docs'),
    '',
    `Computed from ${code('bench/results.json')}: measured on ${machine}, at commit ${code(revision)} on ${at.slice(0, 10)}. Figures of your machine: ${code('npm run bench -- decisions migrated-rules entity-history')}, then ${code('npm run docs')}.`,
    '',
    '## What a decision costs',
    '',
    'Processor time is what scales: a rate on two processors says little about eight. Service and database are measured apart, in the same run, at saturation; latencies at 600 decisions a second, arriving at their own times.',
    '',
    table(
      [
        'Rules',
        'Service',
        'Database',
        'Share of the service',
        'One process and its database on two processors',
        'p50, p99 at 600/s',
      ],
      costs.map(({ profile, service, database, rate, p50, p99 }) => [
        profile,
        `${service.toFixed(2)} ms`,
        `${database.toFixed(2)} ms`,
        (service / (service + database)).toFixed(2),
        rate,
        `${p50}, ${p99}`,
      ]),
    ),
    '',
    '## What a rate needs',
    '',
    `A process decides with one thread: it is sized to be busy ${processBusy * 100} % of one processor, the database ${databaseBusy * 100} % of its own, which leaves room for peaks. Other threads of a process (uploads, deliveries, back-tests) want a second processor when they have work. One process more than the figures ask for is counted, so that the loss of one is no overload.`,
    '',
    'These are simulations from costs that were measured on two processors, not measurements of that many machines. They take PostgreSQL as if it used every processor alike, which it does less and less the more it has: from some thousands of decisions a second on, measure your server before you rely on a row. The network between service and database adds its round trip to each latency. On the two processors of the benchmark, two processes together decided less than one alone ([Several processes](../scaling-out.md)): what they cost each other is not in these rows.',
    '',
    sizes.join('\n\n'),
    '',
    '## What ends first',
    '',
    table(
      ['Rules', `Bound by the processors of a primary with ${largestDatabase}`],
      costs.map(({ profile, database }) => [
        profile,
        `below ${format(Math.floor((largestDatabase * databaseBusy * 1000) / database / 1000) * 1000)} decisions a second`,
      ]),
    ),
    '',
    'That is a bound, not a promise: nobody measured such a server. The write-ahead log of a primary is one stream and ends before. Measure its bytes for a decision (`pg_current_wal_lsn()` before and after a thousand): a disk that writes 1 GB a second bears 100,000 decisions a second at 10 kB each, its standby the same. Beyond one primary, environments stand on several databases.',
    '',
    'On a small server the flush comes first: every batch of decisions waits for one flush of the write-ahead log. A flush above 2 ms (`pg_test_fsync`) shows in every p50; take local NVMe or a cloud disk with guaranteed operations.',
    '',
    '## Memory and disk',
    '',
    table(
      ['Part', 'Plan'],
      [
        ['A service process', '1 GiB, and 1 GiB more with lists of millions of rows or many models'],
        ['The database', 'memory for the events of the last two hours and all indexes of the current month'],
        [
          'Disk',
          'measure yours: `select pg_size_pretty(pg_database_size(current_database()) / greatest((select count(*) from event), 1))` is the size of an event with all that belongs to it; times events a month, times `ASSAY_RETAIN_EVENTS`, times 1.3',
        ],
        ['Connections', '20 for each process: `max_connections` of PostgreSQL above that'],
      ],
    ),
    '',
    '## When to grow',
    '',
    '`AssayThreadBusy` and `AssayDecisionsSlow` of the [run book](run-book.md) come before callers notice. Add a process when the busy share stays above 0.7; a larger database when its processors stay above 60 %, or commits take longer than 5 ms.',
  ].join('\n')}\n`
}
