import { limitedRow, median, ms, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { loggedName, withoutLogName } from './change-names.ts'

/** Rounds, each of one change of every kind, and how many of them warm up first. */
const [rounds, warmUp] = [1500, 150]
/** Share of a change that its entry and its link may take. */
const costLimit = 0.03
/** Rounds whose medians are compared at a time, for the spread of the comparison. */
const part = 150

type Kind = 'logged' | 'again' | 'without'
const nameOf: Readonly<Record<Kind, string>> = { logged: loggedName, again: loggedName, without: withoutLogName }
/** Every order of the kinds, in turns: none of them always follows another. */
const orders: readonly (readonly Kind[])[] = [
  ['logged', 'again', 'without'],
  ['without', 'logged', 'again'],
  ['again', 'without', 'logged'],
  ['again', 'logged', 'without'],
  ['without', 'again', 'logged'],
  ['logged', 'without', 'again'],
]

/** Milliseconds of changes of three reviewer groups, of which one is not logged; they are saved in turns. */
async function measureChanges(service: Service, environmentId: string): Promise<Record<Kind, number[]>> {
  const token = await fetchUserToken(service)
  const times: Record<Kind, number[]> = { logged: [], again: [], without: [] }
  const groupIds: Record<Kind, string> = {
    logged: crypto.randomUUID(),
    again: crypto.randomUUID(),
    without: crypto.randomUUID(),
  }
  const save = async (kind: Kind, version: number): Promise<number> => {
    const groupId = groupIds[kind]
    const name = `${nameOf[kind]} ${groupId.slice(0, 8)} ${version}`
    const started = performance.now()
    const response = await fetch(`${service.url}/api/console/rpc/team/saveGroup`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ json: { environmentId, groupId, baseVersion: version, name, members: [] } }),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`team.saveGroup: ${response.status} ${text.slice(0, 300)}`)
    return performance.now() - started
  }
  for (let round = 0; round < rounds; round++)
    for (const kind of orders[round % orders.length] as readonly Kind[]) {
      const time = await save(kind, round)
      if (round >= warmUp) times[kind].push(time)
    }
  return times
}

/** The entries that the changes have written, by the first words of their names. */
async function countEntries(service: Service): Promise<number[]> {
  const pool = await openBenchPool(service)
  const { rows } = await pool.query<{ logged: number; without: number }>(
    `select count(*) filter (where resource_name like $1 || '%')::int as logged,
       count(*) filter (where resource_name like $2 || '%')::int as without from audit_log where resource_type = 'ReviewerGroup' and at > now() - interval '1 day'`,
    [loggedName, withoutLogName],
  )
  await pool.end()
  const [{ logged, without } = { logged: 0, without: 0 }] = rows
  return [logged, without]
}

/**
 * What an entry and its link add to a change, in the same process and in turns; and, as the noise of the comparison,
 * what changes with an entry differ from others with one.
 */
export async function measureChangeCost(service: Service, environmentId: string): Promise<Row[]> {
  const times = await measureChanges(service, environmentId)
  const written = await countEntries(service)
  if (written.join() !== `${2 * rounds},0`) throw new Error(`Entries of the changes: ${written.join(', ')}.`)
  const [logged, again, without] = [median(times.logged), median(times.again), median(times.without)]
  const share = (value: number): string => `${(value * 100).toFixed(1)} %`
  /** The lowest and the highest share of parts of the run. */
  const spread = (a: readonly number[], b: readonly number[]): string => {
    const shares = Array.from(
      { length: Math.floor(a.length / part) },
      (_, at) => median(a.slice(at * part, (at + 1) * part)) / median(b.slice(at * part, (at + 1) * part)) - 1,
    )
    return `${share(Math.min(...shares))} to ${share(Math.max(...shares))} in parts of ${part}`
  }
  return [
    limitedRow(
      'Entry and link, of a change',
      logged / without - 1,
      share,
      '<',
      costLimit,
      `p50 ${logged.toFixed(2)} ms with, ${without.toFixed(2)} ms without, ${rounds - warmUp} changes each, in turns in one process; ${spread(times.logged, times.without)}`,
    ),
    {
      name: 'The same, of changes with an entry and others with one',
      value: share(again / logged - 1),
      note: `the noise: p50 ${ms(again)} and ${ms(logged)}; ${spread(times.again, times.logged)}`,
    },
  ]
}
