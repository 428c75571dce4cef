import { decisionsSetting } from '../../kernel/case-options/decisions-setting.ts'
import type { Db } from '../../ports/database.ts'

/** Tables with the rules of an assessment and their settings, by its event type. */
const tables = ['rule_draft', 'rule_version', 'rule', 'rule_branch', 'rule_experiment', 'rule_setting'] as const

/** Moves the rules of an assessment, with all that belongs to them, to its new API name. */
export async function renameRules(
  trx: Db,
  environmentIds: readonly string[],
  before: string,
  after: string,
): Promise<void> {
  for (const table of tables)
    await trx
      .updateTable(table)
      .set({ event_type: after })
      .where('environment_id', 'in', [...environmentIds])
      .where('event_type', '=', before)
      .execute()
  await trx
    .updateTable('setting')
    .set({ key: decisionsSetting(after) })
    .where('scope', 'in', [...environmentIds])
    .where('key', '=', decisionsSetting(before))
    .execute()
}
