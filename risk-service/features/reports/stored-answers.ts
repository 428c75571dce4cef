import { sql } from 'kysely'
import type { SummaryInput } from '../../contract/reports/reports.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { environmentChain } from '../../kernel/environments/environment-tree.ts'
import type { Ports } from '../../ports/index.ts'
import { type OfferedScope, reportScopeOf } from './summary/report-scope.ts'

type AnsweredCall = Pick<EnvironmentCallContext, 'ports' | 'db' | 'scope' | 'engine' | 'tree'>

/** Answers of a process. One of many rules and days has some 100 KiB. */
const mostAnswers = 50
/** The answers of each service, the one that was needed last at the end. */
const answersOf = new WeakMap<Ports, Map<string, unknown>>()

/**
 * Returns the answer of a report: the stored one while nothing that it is computed from has changed since. A person
 * opens the same report again and again, and a refresh brings new figures only every half minute. A report of some of the
 * transactions, which are being read for the first time, is not stored.
 * @throws ValidationError, NotFoundError or ConflictError as `reportScopeOf`, and what `load` throws
 */
export async function answerOf<Answer extends { firstRead: boolean }>(
  call: AnsweredCall,
  report: string,
  input: Pick<SummaryInput, 'environmentId' | 'environmentIds' | 'assessment' | 'view'>,
  load: () => Promise<Answer>,
): Promise<Answer> {
  const scope = reportScopeOf(call, input)
  const state = await readState(call, scope)
  if (state === null) return load()
  const key = JSON.stringify([report, input, scope, state])
  const answers = answersOf.get(call.ports) ?? new Map<string, unknown>()
  answersOf.set(call.ports, answers)
  const answer = answers.has(key) ? (answers.get(key) as Answer) : await load()
  if (answer.firstRead) return answer
  answers.delete(key)
  answers.set(key, answer)
  for (const oldest of answers.keys()) {
    if (answers.size <= mostAnswers) break
    answers.delete(oldest)
  }
  return answer
}

/** Returns what tells states of the figures and of the published rules apart; null: there are no figures yet. */
async function readState({ db, tree }: AnsweredCall, { environmentIds }: OfferedScope): Promise<unknown> {
  const chain = [...new Set(environmentIds.flatMap(environmentId => environmentChain({ tree, environmentId })))]
  const { rows } = await sql<{ version: string; refreshed_at: string | null; rules: string }>`
    select (select coalesce(sum(version), 0) from report_version where environment_id = any(${[...environmentIds]}::uuid[])) as version,
      (select string_agg(refreshed_at::text, ' ' order by environment_id) from report_refresh
        where environment_id = any(${[...environmentIds]}::uuid[])) as refreshed_at,
      (select sum(hashtext(concat_ws(' ', id, name, status, version))) from rule
        where environment_id = any(${chain}::uuid[])) as rules`.execute(db)
  const [state] = rows
  return state === undefined || state.refreshed_at === null ? null : [state, chain]
}
