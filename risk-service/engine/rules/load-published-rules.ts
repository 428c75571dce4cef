import type { Ports } from '../../ports/index.ts'
import { loadContainments } from '../attacks/containments.ts'
import { loadSharing } from '../booster/load-sharing.ts'
import { loadSnoozes } from './snoozes.ts'

/** Setting (scope: environment id): true answers 409 to a repeated assessment id. */
const duplicateSetting = 'rejectRepeatedIds'

/** Rows of the store from which chains are assembled. */
export type PublishedRules = Awaited<ReturnType<typeof loadPublishedRules>>

/**
 * Reads the active rules of every environment, and the branches, experiments and settings that determine how they run.
 */
export async function loadPublishedRules({ db, clock }: Pick<Ports, 'db' | 'clock'>) {
  const [environments, rows, settings, queues, evaluations, branches, experiments, snoozes, containments, sharing] =
    await Promise.all([
      db.selectFrom('environment').select(['id', 'parent_id']).execute(),
      db
        .selectFrom('rule')
        .select(['id', 'environment_id', 'event_type', 'type', 'branch', 'name', 'version', 'position', 'body'])
        .where('status', '=', 'active')
        .orderBy('environment_id')
        .orderBy('position')
        .orderBy('id')
        .execute(),
      db.selectFrom('setting').select(['scope', 'key', 'value']).where('key', '=', duplicateSetting).execute(),
      db
        .selectFrom('case_queue')
        .select(['environment_id', 'name'])
        .where('kind', '=', 'User')
        .orderBy('name')
        .execute(),
      db
        .selectFrom('rule_setting')
        .select(['environment_id', 'event_type'])
        .where('evaluation', '=', 'first')
        .execute(),
      db.selectFrom('rule_branch').select(['id', 'environment_id', 'event_type', 'api_name']).execute(),
      db
        .selectFrom('rule_experiment')
        .select(['id', 'branch_id', 'share', 'ends_at', 'call_external'])
        .where('stopped_at', 'is', null)
        .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', clock())]))
        .execute(),
      loadSnoozes(db, clock()),
      loadContainments(db, clock()),
      loadSharing(db),
    ])
  return { environments, rows, settings, queues, evaluations, branches, experiments, snoozes, containments, sharing }
}
