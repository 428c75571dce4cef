import { randomUUID } from 'node:crypto'
import { type AccessExplanation, capabilityIds } from '../../risk-service/contract/index.ts'
import { limitedRow, median, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'

/** Milliseconds in which an explanation is answered. */
const limit = 300
const questions = 300
const people = 5000
const groups = 20
const environments = 200

interface Ids {
  tenantId: string
  environmentId: string
}

/** A tenant with 5,000 people in 20 groups, with roles in 200 environments, of whom everybody is in every group. */
async function fill(service: Service, { tenantId, environmentId }: Ids): Promise<{ person: string; places: string[] }> {
  const pool = await openBenchPool(service)
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID())
  const [members, groupIds, places] = [ids(people), ids(groups), ids(environments)]
  await pool.query(
    `insert into principal (tenant_id, id, kind, name, username)
     select $1::uuid, id, 'user', 'Person ' || n, 'person' || n || '@bench.example' from unnest($2::uuid[]) with ordinality as p(id, n)`,
    [tenantId, members],
  )
  await pool.query(
    `insert into principal (tenant_id, id, kind, name, username)
     select $1::uuid, id, 'group', 'Group ' || n, '' from unnest($2::uuid[]) with ordinality as p(id, n)`,
    [tenantId, groupIds],
  )
  await pool.query(
    `insert into group_member (tenant_id, group_id, member_id)
     select $1::uuid, g, m from unnest($2::uuid[]) as g, unnest($3::uuid[]) as m`,
    [tenantId, groupIds, members],
  )
  await pool.query(
    `insert into environment (id, tenant_id, parent_id, name, friendly_name, api_id, kind, geography, status)
     select id, $1::uuid, $2::uuid, 'Bench ' || n, 'Bench ' || n, 'bench-' || n, 'production', 'Europe', 'Active'
     from unnest($3::uuid[]) with ordinality as p(id, n)`,
    [tenantId, environmentId, places],
  )
  // Every group has a role in every environment, and the person of the questions one more in each.
  await pool.query(
    `insert into role_assignment (tenant_id, principal_id, role, environment_id)
     select $1::uuid, g, 'AllAreasViewer', e from unnest($2::uuid[]) as g, unnest($3::uuid[]) as e
     union all select $1::uuid, $4::uuid, 'FraudEngineer', e from unnest($3::uuid[]) as e`,
    [tenantId, groupIds, places, members[0]],
  )
  await pool.end()
  return { person: members[0] ?? '', places }
}

/** Why somebody may or may not do something, in a large tenant. */
export async function benchWhy(service: Service, ids: Ids): Promise<Row[]> {
  const { person, places } = await fill(service, ids)
  const token = await fetchUserToken(service)
  const ask = async (n: number): Promise<{ time: number; grants: number }> => {
    const query = new URLSearchParams({
      principalId: person,
      capability: capabilityIds[n % capabilityIds.length] ?? 'rules',
      required: n % 2 === 0 ? 'read' : 'write',
    })
    const started = performance.now()
    const response = await fetch(
      `${service.url}/api/console/v1/environments/${places[n % places.length]}/access/why?${query}`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    const text = await response.text()
    if (response.status !== 200) throw new Error(`why: ${response.status} ${text.slice(0, 300)}`)
    return { time: performance.now() - started, grants: (JSON.parse(text) as AccessExplanation).grants.length }
  }
  await ask(0)
  const answers: { time: number; grants: number }[] = []
  for (let n = 0; n < questions; n++) answers.push(await ask(n))
  const times = answers.map(({ time }) => time)
  const least = Math.min(...answers.map(({ grants }) => grants))
  const size = `${people} people in ${groups} groups each, ${environments} environments, ${groups * environments} roles`
  return [
    limitedRow(
      'Why somebody may or may not do something, p95',
      quantile(times, 0.95),
      ms,
      '<',
      limit,
      `${questions} questions, ${size}; p50 ${ms(median(times))}, most ${ms(Math.max(...times))}`,
    ),
    { name: 'Roles that an answer names', value: String(least), ok: least === groups + 1 },
  ]
}
