import { sql } from 'kysely'
import type { Mirror } from '../../../contract/dual-runs/mirrors.ts'
import type { FunctionBody, RuleBody, VelocitySetBody } from '../../../contract/index.ts'
import { parseVelocity } from '../../../engine/resources/velocity-text.ts'
import { type ReadWindow, referencesOf, velocityWindowsOf } from '../../../fql/index.ts'
import { ancestorsOf, type EnvironmentTree, scopeOf } from '../../../kernel/environments/environment-tree.ts'
import type { Db } from '../../../ports/database.ts'

const unitLength = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

type Row =
  | { kind: 'rule'; body: RuleBody }
  | { kind: 'function'; body: FunctionBody }
  | { kind: 'velocities'; body: VelocitySetBody }

/**
 * Returns the windows that decide here, each with its velocities, the shortest first: those that the active rules of
 * the environment, of those above and below read, also through functions and through other velocities.
 */
export async function loadReadWindows(
  db: Db,
  tree: EnvironmentTree,
  environmentId: string,
): Promise<Mirror['windows']> {
  const ids = [...new Set([...ancestorsOf(tree, environmentId).map(({ id }) => id), ...scopeOf(tree, environmentId)])]
  const { rows } = await sql<Row>`
    select 'rule' as kind, body from rule
      where environment_id = any(${ids}::uuid[]) and type = 'decision' and status = 'active' and branch = 'production'
    union all select 'function', body from function
      where environment_id = any(${ids}::uuid[]) and status = 'active' and body::text ilike '%velocity%'
    union all select 'velocities', body from velocity_set
      where environment_id = any(${ids}::uuid[]) and status = 'active'`.execute(db)
  const textsByName = new Map<string, string[]>()
  const addText = (key: string, texts: readonly string[]): void =>
    void textsByName.set(key, [...(textsByName.get(key) ?? []), ...texts])
  const waiting: string[] = []
  for (const row of rows) {
    if (row.kind === 'rule') waiting.push(row.body.condition, ...row.body.clauses.map(({ text }) => text))
    else if (row.kind === 'function')
      addText(
        `function ${row.body.name.toLowerCase()}`,
        row.body.properties.map(({ code }) => code),
      )
    else
      for (const { text } of row.body.velocities)
        addText(`velocity ${parseVelocity(text)?.name.toLowerCase() ?? ''}`, [row.body.condition, text])
  }
  const found: ReadWindow[] = []
  const seen = new Set<string>()
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    // Most texts read no velocity: they are not parsed.
    if (!/velocity\s*\.|functions\s*[.[]/i.test(text)) continue
    found.push(...velocityWindowsOf([text]))
    for (const { kind, name } of referencesOf({ condition: '', clauses: [{ name: '', section: 'prior', text }] })) {
      const key = `${kind} ${name.toLowerCase()}`
      if ((kind !== 'velocity' && kind !== 'function') || seen.has(key)) continue
      seen.add(key)
      waiting.push(...(textsByName.get(key) ?? []))
    }
  }
  return [...Map.groupBy(found, ({ window: { count, unit } }) => `${count}${unit}`).values()]
    .flatMap(reads => {
      const [first] = reads
      const names = new Map(reads.map(({ name }) => [name.toLowerCase(), name]))
      return first === undefined ? [] : [{ ...first.window, velocities: [...names.values()].toSorted() }]
    })
    .toSorted((a, b) => a.count * unitLength[a.unit] - b.count * unitLength[b.unit] || b.count - a.count)
}
