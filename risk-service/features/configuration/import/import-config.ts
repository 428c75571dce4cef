import {
  productionBranch,
  type RuleBody,
  type RuleDiagnostic,
  type RuleType,
  runInSlices,
} from '../../../contract/index.ts'
import { gunzip } from '../../../engine/lib/gzip.ts'
import type { ResourceRegistry } from '../../../engine/resources/types.ts'
import { checkRuleBodyInSteps } from '../../../engine/rules/evaluate-rule.ts'
import { functionAsRule, velocitySetAsRule } from '../../../fql/check/references.ts'
import type { CheckEnvironment, RuleSource } from '../../../fql/index.ts'
import type { AuditContext } from '../../../kernel/audit.ts'
import type { ActionContext } from '../../../kernel/console-api/action-context.ts'
import type { Db } from '../../../ports/database.ts'
import {
  assertListsUnused,
  createList,
  describeList,
  lockLists,
  removeLists,
  replaceList,
} from '../../lists/custom-lists.ts'
import { parseListFile } from '../../lists/list-file.ts'
import { removeEntries, saveEntries } from '../../lists/support-lists.ts'
import type { CallActionContext } from '../../outgoing-calls/shared-handlers.ts'
import { setOfRule } from '../../rules/environment-rules.ts'
import { publishBodyIn, removeIn } from '../../rules/lifecycle/publish.ts'
import { reorderIn } from '../../rules/lifecycle/run-order.ts'
import type { RuleActionContext } from '../../rules/rule-action-context.ts'
import { saveRuleSettingsIn } from '../../rules/settings.ts'
import { lockReferences } from '../../usage/reference-locks.ts'
import { type CheckScope, checkCallsOf, checkListsOf, createCheckEnvironmentOf } from '../checks/check-environment.ts'
import { createFolderRegistry, findResourceIssues, mergeResources } from '../checks/resource-checks.ts'
import { coverRules, findSettingsIssues, type RuleCoverage } from '../checks/rule-coverage.ts'
import type { ParsedConfig } from '../files/config-files.ts'
import { supportListOf } from '../files/support-list-files.ts'
import { type ConfigFileIssue, type ConfigRule, nameKey } from '../model.ts'
import { areaOf } from '../rule-areas.ts'
import { loadConfiguration, type StoredConfig } from '../stored-configuration.ts'
import {
  assertCallersCompatible,
  deleteRemovedCalls,
  findMissingCallSecrets,
  importCalls,
  removedOf,
} from './import-calls.ts'
import { findMissingConnections, importDatabaseLists } from './import-database-lists.ts'
import { importResources } from './import-resources.ts'
import { type ImportPlan, orderAfter, planImport, supportEntryKeyOf } from './plan-import.ts'
import { type ResolvedConfig, resolveUnchanged } from './resolve-unchanged.ts'

export interface ImportContext extends Omit<ActionContext, 'engine'>, CheckScope, Pick<CallActionContext, 'calls'> {
  /**
   * Called in the transaction of the change: every process with the environment in memory is notified at the commit.
   */
  announce: (trx: Db) => Promise<void>
}
export interface ImportOptions {
  /** Deletes resources that the folder lacks, of the kinds of resources that it contains. */
  prune: boolean
  /** Report only: the import runs, and is rolled back. */
  dryRun: boolean
}
/** `applied` false: a dry run, no change, or refused because of `problems`. */
export interface ImportReport {
  plan: ImportPlan
  coverage: RuleCoverage[]
  problems: ConfigFileIssue[]
  applied: boolean
}

/** Ends a dry run, which performs the whole import and rolls it back, so that both are refused for the same reasons. */
class DryRunRollback extends Error {}

/**
 * Imports a folder into an environment: everything in one transaction with the checks and audit entries of the console,
 * or nothing. @throws ValidationError, ConflictError as the console's own changes do, in a dry run too
 */
export async function importConfig(
  importer: ImportContext,
  parsed: ParsedConfig,
  { prune, dryRun }: ImportOptions,
): Promise<ImportReport> {
  const { ports, environmentId } = importer
  const current = await loadConfiguration(ports.db, environmentId, ports.clock(), gunzip)
  const read = resolveUnchanged(current, parsed)
  const lists = checkListsOf(current, read.config, prune)
  const calls = checkCallsOf(current, read.config, prune)
  const book = createFolderRegistry(environmentId, mergeResources(current, read.config, prune), {
    assessments: importer.assessments,
    lists,
    calls,
    inherited: importer.inherited,
  })
  // A service imports templates while it decides events.
  const coverage = await runInSlices(coverRules(read, rule => createCheckEnvironmentOf(rule, importer, lists, book)))
  const problems = [
    ...read.problems,
    ...(await runInSlices(findResourceIssues(read, book))),
    ...coverage.flatMap(each => each.problems),
    ...findSettingsIssues(read.config, key => importer.assessments.find(environmentId, key) !== null),
    ...findMissingCallSecrets(current, read.config),
    ...findMissingConnections(current, read.config),
  ]
  const plan = planImport(current, read, { prune })
  if (plan.changes.length === 0 || problems.some(({ severity }) => severity === 'error'))
    return { plan, coverage, problems, applied: false }
  await ports.db
    .transaction()
    .execute(async trx => {
      // Before the lists that its rules name: otherwise two imports would wait for one another.
      await lockLists(trx, environmentId)
      await importCalls(trx, importer, current, read.config)
      await importRules(trx, importer, current, read, prune, { lists, book })
      await importResources(trx, importer, current, read.config, prune, book)
      await assertCallersCompatible(trx, importer, current, read.config)
      await importLists(trx, importer, current, read, prune)
      if (prune) await deleteRemovedCalls(trx, importer, current, read.config)
      await lockReferences(trx, importer, textsOf(read.config))
      if (dryRun) throw new DryRunRollback()
      await importer.announce(trx)
    })
    .catch((error: unknown) => {
      if (!(error instanceof DryRunRollback)) throw error
    })
  return { plan, coverage, problems, applied: !dryRun }
}

/** Returns all texts that can name resources, as one rule. */
function textsOf({ rules, functions, velocitySets }: ResolvedConfig['config']): RuleSource {
  const sources = [
    ...rules.map(({ body }): RuleSource => body),
    ...functions.map(functionAsRule),
    ...velocitySets.map(({ body }) => velocitySetAsRule(body)),
  ]
  return {
    condition: '',
    clauses: sources.flatMap(({ condition, clauses }) => [{ name: '', section: 'prior', text: condition }, ...clauses]),
  }
}

/**
 * Imports the rules, before the lists: a list may lose a column as soon as no rule names it. They are checked against
 * the lists after the import.
 */
async function importRules(
  trx: Db,
  importer: ImportContext,
  current: StoredConfig,
  { config: target, covers }: ResolvedConfig,
  prune: boolean,
  { lists, book }: { lists: NonNullable<CheckEnvironment['lists']>; book: ResourceRegistry },
): Promise<void> {
  const engine: RuleActionContext['engine'] = {
    reloadRules: () => Promise.resolve(),
    assessment: (environmentId, key) => importer.assessments.find(environmentId, key),
    checkRule: (
      _environmentId: string,
      assessment: string,
      body: RuleBody,
      type: RuleType = 'decision',
    ): Promise<RuleDiagnostic[]> => {
      const environment = createCheckEnvironmentOf({ assessment, type }, importer, lists, book)
      return environment === null ? Promise.resolve([]) : runInSlices(checkRuleBodyInSteps(body, environment))
    },
  }
  for (const area of covers.rules) {
    const publisher: RuleActionContext = { ...importer, engine, routing: area === 'routing' }
    const own = <T extends ConfigRule>(rules: readonly T[]): T[] => rules.filter(rule => areaOf(rule) === area)
    const idsByName = new Map(
      own(current.rules).map(rule => [nameKey(rule.body.name), current.ruleIds.get(rule) ?? '']),
    )
    const [old, next] = [own(current.rules), own(target.rules)]
    if (prune)
      for (const rule of old) {
        if (next.some(each => nameKey(each.body.name) === nameKey(rule.body.name))) continue
        await removeIn(trx, publisher, idsByName.get(nameKey(rule.body.name)) ?? '')
      }
    for (const { assessment, type, status, body } of next) {
      const was = old.find(rule => nameKey(rule.body.name) === nameKey(body.name))
      // The type of a rule cannot change; a rule of another type is another rule of the same name.
      if (was && was.type !== type && (await removeIn(trx, publisher, idsByName.get(nameKey(body.name)) ?? '')))
        idsByName.delete(nameKey(body.name))
      const stored = await publishBodyIn(trx, publisher, {
        ruleId: idsByName.get(nameKey(body.name)) ?? null,
        eventType: assessment,
        type,
        branch: productionBranch,
        status,
        body,
      })
      idsByName.set(nameKey(body.name), stored.id)
    }
    const order = orderAfter(old, next, prune).map(name => idsByName.get(name) ?? '')
    const sets = Map.groupBy(
      await Promise.all(order.map(async id => ({ id, set: await setOfRule(trx, id) }))),
      ({ set }) => set?.type,
    )
    for (const same of sets.values())
      if (same[0]?.set)
        await reorderIn(
          trx,
          publisher,
          same[0].set,
          same.map(({ id }) => id),
        )
  }
  for (const [assessment, settings] of Object.entries(target.settings))
    await saveRuleSettingsIn(trx, { ...importer, engine }, assessment, settings)
  if (!prune || !covers.settings) return
  for (const assessment of Object.keys(current.settings)) {
    const { evaluation = 'all', payload = null } = target.settings[assessment] ?? {}
    await saveRuleSettingsIn(trx, { ...importer, engine }, assessment, { evaluation, payload })
  }
}

async function importLists(
  trx: Db,
  importer: ImportContext,
  current: StoredConfig,
  { config: target }: ParsedConfig,
  prune: boolean,
): Promise<void> {
  const editor: AuditContext = importer
  for (const list of target.customLists) {
    const old = current.customLists.find(each => nameKey(each.name) === nameKey(list.name))
    const id = old && current.listIds.get(old)
    const parseFile = () => parseListFile(new Blob([list.csv]), `${list.name}.csv`)
    if (id === undefined)
      await createList(
        trx,
        editor,
        { id: importer.ports.newId(), name: list.name, description: list.description },
        await parseFile(),
      )
    else {
      if (old?.csv !== list.csv) await replaceList(trx, editor, { listId: id, baseVersion: null }, await parseFile())
      await describeList(trx, editor, id, list.description)
    }
  }
  await importDatabaseLists(trx, importer, current, target)
  for (const { name, entries } of target.supportLists) {
    const list = supportListOf(name)
    if (list === null) continue
    await saveEntries(
      trx,
      editor,
      list,
      entries.map(({ expires, ...entry }) => ({ ...entry, expiresAt: expires === null ? null : new Date(expires) })),
    )
    const keyIn = supportEntryKeyOf(name)
    const importedKeys = new Set(entries.map(entry => keyIn(entry.value)))
    const removedEntries =
      current.supportLists
        .find(each => nameKey(each.name) === nameKey(name))
        ?.entries.filter(entry => !importedKeys.has(keyIn(entry.value))) ?? []
    if (prune && removedEntries.length > 0)
      await removeEntries(
        trx,
        editor,
        list,
        removedEntries.map(entry => entry.value),
        '',
      )
  }
  if (!prune) return
  const removedIds = [
    ...removedOf(current.customLists, target.customLists).map(list => current.listIds.get(list) ?? ''),
    ...removedOf(current.sourceLists, target.sourceLists).map(list => current.sourceIds.get(list)?.id ?? ''),
  ]
  for (const id of removedIds) assertListsUnused(await removeLists(trx, editor, [id]), [id])
}
