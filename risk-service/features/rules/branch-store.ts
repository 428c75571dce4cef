import { type Selectable, sql } from 'kysely'
import type { Decision } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import type { RuleBranchTable, RuleExperimentTable } from '../../ports/tables/rules.ts'

export type StoredExperiment = Selectable<RuleExperimentTable>
/** A branch with its running experiment, else with the last one. */
export type StoredBranch = Selectable<RuleBranchTable> & { experiment: StoredExperiment | null }

/** Locks the branches of an assessment until the transaction ends. */
export async function lockBranches(db: Db, environmentId: string, eventType: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`branches ${environmentId} ${eventType}`}, 0))`.execute(db)
}

/** Loads the branches beside production, by name. */
export async function loadBranches(db: Db, environmentId: string, eventType: string): Promise<StoredBranch[]> {
  const [branches, experiments] = await Promise.all([
    db
      .selectFrom('rule_branch')
      .selectAll()
      .where('environment_id', '=', environmentId)
      .where('event_type', '=', eventType)
      .orderBy('name')
      .orderBy('api_name')
      .execute(),
    db
      .selectFrom('rule_experiment')
      .selectAll()
      .distinctOn('branch_id')
      .where('environment_id', '=', environmentId)
      .where('event_type', '=', eventType)
      .orderBy('branch_id')
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  ])
  return branches.map(branch => ({
    ...branch,
    experiment: experiments.find(each => each.branch_id === branch.id) ?? null,
  }))
}

export async function findBranch(
  db: Db,
  environmentId: string,
  eventType: string,
  apiName: string,
): Promise<StoredBranch | null> {
  return (await loadBranches(db, environmentId, eventType)).find(branch => branch.api_name === apiName) ?? null
}

/** Whether one of the environments has a branch of this name, in any letter case. */
export async function findBranchNamed(
  db: Db,
  environmentIds: readonly string[],
  eventType: string,
  apiName: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('rule_branch')
    .select('id')
    .where('environment_id', 'in', environmentIds)
    .where('event_type', '=', eventType)
    .where(sql<boolean>`lower(api_name) = lower(${apiName}::text)`)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the published rules by branch. */
export async function countRulesByBranch(
  db: Db,
  environmentId: string,
  eventType: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('rule')
    .select(select => ['branch', select.fn.countAll<number>().as('rules')])
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .where('type', '<>', 'routing')
    .groupBy('branch')
    .execute()
  return new Map(rows.map(row => [row.branch, Number(row.rules)]))
}

/** Returns the running experiment of an assessment, if any. */
export async function runningExperiment(
  db: Db,
  environmentId: string,
  eventType: string,
  now: Date,
): Promise<StoredExperiment | null> {
  const row = await db
    .selectFrom('rule_experiment')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .where('stopped_at', 'is', null)
    .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .executeTakeFirst()
  return row ?? null
}

/** Ends experiments whose end time has passed. */
export async function endDueExperiments(db: Db, environmentId: string, eventType: string, now: Date): Promise<void> {
  await sql`update rule_experiment set stopped_at = ends_at where environment_id = ${environmentId}::uuid and event_type = ${eventType}
    and stopped_at is null and ends_at <= ${now}::timestamptz`.execute(db)
}

/** Deletes a branch with its experiments and their results; `rules`: with its rules and the drafts of all users. */
export async function removeBranchRows(db: Db, branch: StoredBranch, rules: boolean): Promise<void> {
  await sql`delete from shadow_run where experiment_id in (select id from rule_experiment where branch_id = ${branch.id}::uuid)`.execute(
    db,
  )
  await db.deleteFrom('rule_experiment').where('branch_id', '=', branch.id).execute()
  if (rules) {
    for (const table of ['rule', 'rule_draft'] as const) {
      await db
        .deleteFrom(table)
        .where('environment_id', '=', branch.environment_id)
        .where('event_type', '=', branch.event_type)
        .where('branch', '=', branch.api_name)
        .where('type', '<>', 'routing')
        .execute()
    }
  }
  await db.deleteFrom('rule_branch').where('id', '=', branch.id).execute()
}

export interface ExperimentFigures {
  decisions: { production: Decision; branch: Decision; events: number }[]
  rules: { ruleId: string | null; rule: string | null; clause: string | null; decision: Decision; events: number }[]
}

/** Loads the results of the runs of an experiment. */
export async function loadExperimentFigures(db: Db, experimentId: string): Promise<ExperimentFigures> {
  const [decisions, rules] = await Promise.all([
    sql<
      ExperimentFigures['decisions'][number]
    >`select production, decision as branch, count(*)::int as events from shadow_run
      where experiment_id = ${experimentId}::uuid group by 1, 2 order by 3 desc, 1, 2`.execute(db),
    sql<
      ExperimentFigures['rules'][number]
    >`select rule_id as "ruleId", max(rule) as rule, clause, decision, count(*)::int as events from shadow_run
      where experiment_id = ${experimentId}::uuid group by rule_id, clause, decision order by 5 desc, 1, 3 limit 100`.execute(
      db,
    ),
  ])
  return { decisions: decisions.rows, rules: rules.rows }
}
