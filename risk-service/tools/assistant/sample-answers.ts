import { type AnswerEvent, type AssistantAnswer, roleIds } from '../../contract/index.ts'
import type { AskQuestion, JudgedQuestion } from '../../features/assistant/evaluation/judge-questions.ts'
import { demoTenants, openDatabase, startSampleDataService } from '../../sample-data/index.ts'

const events = 600
const origin = 'https://page.invalid/api/console/v1'
/** Milliseconds in which the first figures of the reports have to be there. */
const reportsWithin = 60_000

const isNamed = (name: string, ...names: readonly string[]): boolean =>
  names.some(each => each.toLowerCase() === name.toLowerCase())

/** The environment that a row names by its name or id, with its tenant. @throws Error without one */
function placeOf(environment: string) {
  for (const tenant of demoTenants) {
    const found = tenant.environments.find(each => isNamed(environment, each.id, each.name, each.friendlyName))
    if (found !== undefined) return { tenant, environmentId: found.id }
  }
  throw new Error(`The sample data has no environment ${environment}.`)
}

/** The answer at the end of a stream. @throws Error for a refused call */
async function answerOf(response: Response): Promise<AssistantAnswer> {
  const text = await response.text()
  for (const [, data = ''] of text.matchAll(/^data: (.+)$/gm)) {
    const event = JSON.parse(data) as Partial<AnswerEvent>
    if (event.type === 'done' && event.answer !== undefined) return event.answer
  }
  throw new Error(`The question was answered with ${response.status}: ${text.slice(0, 200)}`)
}

/**
 * Starts a service with sample data in this process, over a database in memory. Questions go through the API, with the
 * rights of an account that has the role. Nothing leaves this machine.
 */
export async function openSampleAnswers(): Promise<{ ask: AskQuestion; close: () => Promise<void> }> {
  const database = await openDatabase()
  const service = await startSampleDataService({
    database,
    version: '0.0.0',
    events,
    questionsPerMinute: Number.MAX_SAFE_INTEGER,
  })

  const call = async (accountId: string, tenantId: string, path: string, body?: unknown): Promise<Response> => {
    const token = await service.identity.userToken(tenantId, accountId)
    return service.fetch(
      new Request(`${origin}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  }

  /** The account of a tenant with a role; one without roles is given it where the demo has none. */
  async function accountOf(tenant: (typeof demoTenants)[number], role: string): Promise<string> {
    const found = tenant.accounts.find(
      each => each.role === role || isNamed(role, each.username, each.username.split('@')[0]!),
    )
    if (found !== undefined) return found.id
    if (!roleIds.some(each => each === role)) throw new Error(`There is no role ${role}.`)
    const spare = tenant.accounts.find(each => each.role === null && each.wids.length === 0)
    if (spare === undefined) throw new Error(`The sample data has no account with the role ${role}.`)
    const roots = tenant.environments.filter(({ parentId }) => parentId === null)
    await database.query('delete from role_assignment where principal_id = $1', [spare.id])
    for (const { id } of roots)
      await database.query(
        'insert into role_assignment (tenant_id, environment_id, principal_id, role) values ($1, $2, $3, $4)',
        [tenant.id, id, spare.id, role],
      )
    return spare.id
  }

  async function waitForReports(): Promise<void> {
    const { tenant, environmentId } = placeOf('Harbor')
    const account = await accountOf(tenant, 'ProductAdmin')
    const day = new Date().toISOString().slice(0, 10)
    const path = `/environments/${environmentId}/reports/summary`
    const until = Date.now() + reportsWithin
    while (Date.now() < until) {
      const report = await call(account, tenant.id, path, { assessment: 'purchase', from: day, to: day })
      const { refreshedAt } = (await report.json()) as { refreshedAt?: string | null }
      if (typeof refreshedAt === 'string') return
      await new Promise(resolve => setTimeout(resolve, 200))
    }
    throw new Error('The reports of the sample data were not ready in time.')
  }

  let reports: Promise<void> | undefined
  return {
    async ask({ environment, role, question, locale, page }: JudgedQuestion) {
      await (reports ??= waitForReports())
      const { tenant, environmentId } = placeOf(environment)
      const account = await accountOf(tenant, role)
      return answerOf(
        await call(account, tenant.id, `/environments/${environmentId}/assistant/questions`, {
          question,
          locale,
          page,
        }),
      )
    },
    close: () => service.close(),
  }
}
