import type { Kysely } from 'kysely'
import type { Actor } from '../audit/record.ts'
import { inSteps, productionBranch, type RuleBody, type RuleProblem, type RuleType } from '../contract/index.ts'
import { checkBody } from '../engine/evaluate.ts'
import { gunzip } from '../engine/lists/gzip.ts'
import type { ResourceBook } from '../engine/resource-book.ts'
import type { CheckEnvironment, RuleSource } from '../fql/index.ts'
import { functionAsRule, velocitySetAsRule } from '../fql/references.ts'
import {
  acceptFile,
  createList,
  describeList,
  type ListEditor,
  lockLists,
  removeLists,
  replaceList,
  requireUnused,
} from '../lists/custom.ts'
import { removeEntries, saveEntries } from '../lists/support.ts'
import type { Ports } from '../ports.ts'
import { holdNamed } from '../resources/held.ts'
import { setOfRule } from '../rules/environment-rules.ts'
import { type Publisher, publishBodyIn, removeIn, reorderIn } from '../rules/publish.ts'
import { saveSettingsIn } from '../rules/settings.ts'
import type { Database } from '../store/schema.ts'
import { areaOf } from './areas.ts'
import { type CheckPlace, checkCallsOf, checkListsOf, environmentOf } from './checks.ts'
import { coverRules, type RuleCoverage, settingsProblems } from './coverage.ts'
import type { ReadConfig } from './files.ts'
import {
  type CallImporter,
  goneOf,
  importCalls,
  lackingCallSecrets,
  removeGoneCalls,
  requireFitCallers,
} from './import-calls.ts'
import { importResources } from './import-resources.ts'
import { importSourceLists, lackingConnections } from './import-source-lists.ts'
import type { ConfigRule, EnvironmentConfig, FileProblem } from './model.ts'
import { keyOf, orderAfter, type Plan, planImport, supportKeyOf } from './plan.ts'
import { folderBook, resourceProblems, resourcesAfter } from './resource-checks.ts'
import { readEnvironment, type StoredConfig } from './store.ts'
import { supportListOf } from './support-list-files.ts'

export interface Importer extends Actor, CheckPlace, CallImporter {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  /** Called in the transaction of the change: whoever keeps the environment in memory is told when it commits. */
  announce: (trx: Kysely<Database>) => Promise<void>
}
export interface ImportOptions {
  /** Also delete what the folder does not have, of the kinds that it has. */
  prune: boolean
  /** Report only: everything is tried, and taken back. */
  dryRun: boolean
}
/** `applied` false: a dry run, nothing to do, or refused because of `problems`. */
export interface ImportReport {
  plan: Plan
  coverage: RuleCoverage[]
  problems: FileProblem[]
  applied: boolean
}

/**
 * Ends a dry run, which does all that the import would do and takes it back: what the one is refused for, the other is
 * refused for.
 */
class Rehearsed extends Error {}

/**
 * Makes an environment be as a folder says: all of it in one transaction with the checks and audit lines that the
 * console has, or nothing. @throws RefusedValue, Conflict as the console's own changes do, in a dry run too
 */
export async function importConfig(
  importer: Importer,
  read: ReadConfig,
  { prune, dryRun }: ImportOptions,
): Promise<ImportReport> {
  const { ports, environmentId } = importer
  const current = await readEnvironment(ports.db, environmentId, ports.clock(), gunzip)
  const lists = checkListsOf(current, read.config, prune)
  const calls = checkCallsOf(current, read.config, prune)
  const book = folderBook(environmentId, resourcesAfter(current, read.config, prune), {
    assessments: importer.assessments,
    lists,
    calls,
    inherited: importer.inherited,
  })
  // A service imports what a template holds, with decisions beside it.
  const coverage = await inSteps(coverRules(read, rule => environmentOf(rule, importer, lists, book)))
  const problems = [
    ...read.problems,
    ...(await inSteps(resourceProblems(read, book))),
    ...coverage.flatMap(each => each.problems),
    ...settingsProblems(read.config, key => importer.assessments.find(environmentId, key) !== null),
    ...lackingCallSecrets(current, read.config),
    ...lackingConnections(current, read.config),
  ]
  const plan = planImport(current, read, { prune })
  if (plan.changes.length === 0 || problems.some(({ severity }) => severity === 'error'))
    return { plan, coverage, problems, applied: false }
  await ports.db
    .transaction()
    .execute(async trx => {
      // Before the lists that its rules name: two imports would wait for one another.
      await lockLists(trx, environmentId)
      await importCalls(trx, importer, current, read.config)
      await importRules(trx, importer, current, read, prune, { lists, book })
      await importResources(trx, importer, current, read.config, prune, book)
      await requireFitCallers(trx, importer, current, read.config)
      await importLists(trx, importer, current, read, prune)
      if (prune) await removeGoneCalls(trx, importer, current, read.config)
      await holdNamed(trx, importer, textsOf(read.config))
      if (dryRun) throw new Rehearsed()
      await importer.announce(trx)
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error
    })
  return { plan, coverage, problems, applied: !dryRun }
}

/** Everything that names something, as one rule. */
function textsOf({ rules, functions, velocitySets }: EnvironmentConfig): RuleSource {
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
 * Rules come first: a list may lose a column as soon as no rule names it. They are checked with the lists as they will
 * be.
 */
async function importRules(
  trx: Kysely<Database>,
  importer: Importer,
  current: StoredConfig,
  { config: wanted, covers }: ReadConfig,
  prune: boolean,
  { lists, book }: { lists: NonNullable<CheckEnvironment['lists']>; book: ResourceBook },
): Promise<void> {
  const engine: Publisher['engine'] = {
    reloadRules: () => Promise.resolve(),
    assessment: (environmentId, key) => importer.assessments.find(environmentId, key),
    checkRule: (
      _environmentId: string,
      assessment: string,
      body: RuleBody,
      type: RuleType = 'decision',
    ): RuleProblem[] => {
      const environment = environmentOf({ assessment, type }, importer, lists, book)
      return environment === null ? [] : checkBody(body, environment)
    },
  }
  for (const area of covers.rules) {
    const publisher: Publisher = { ...importer, engine, routing: area === 'routing' }
    const own = (rules: readonly ConfigRule[]) => rules.filter(rule => areaOf(rule) === area)
    const idsByName = new Map(own(current.rules).map(rule => [keyOf(rule.body.name), current.ruleIds.get(rule) ?? '']))
    const [old, next] = [own(current.rules), own(wanted.rules)]
    if (prune)
      for (const rule of old) {
        if (next.some(each => keyOf(each.body.name) === keyOf(rule.body.name))) continue
        await removeIn(trx, publisher, idsByName.get(keyOf(rule.body.name)) ?? '')
      }
    for (const { assessment, type, status, body } of next) {
      const was = old.find(rule => keyOf(rule.body.name) === keyOf(body.name))
      // A rule keeps its type for life: one of another type is another rule of the same name.
      if (was && was.type !== type && (await removeIn(trx, publisher, idsByName.get(keyOf(body.name)) ?? '')))
        idsByName.delete(keyOf(body.name))
      const stored = await publishBodyIn(trx, publisher, {
        ruleId: idsByName.get(keyOf(body.name)) ?? null,
        eventType: assessment,
        type,
        branch: productionBranch,
        status,
        body,
      })
      idsByName.set(keyOf(body.name), stored.id)
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
  for (const [assessment, settings] of Object.entries(wanted.settings))
    await saveSettingsIn(trx, { ...importer, engine }, assessment, settings)
  if (!prune || !covers.settings) return
  for (const assessment of Object.keys(current.settings)) {
    const { evaluation = 'all', payload = null } = wanted.settings[assessment] ?? {}
    await saveSettingsIn(trx, { ...importer, engine }, assessment, { evaluation, payload })
  }
}

async function importLists(
  trx: Kysely<Database>,
  importer: Importer,
  current: StoredConfig,
  { config: wanted }: ReadConfig,
  prune: boolean,
): Promise<void> {
  const editor: ListEditor = importer
  for (const list of wanted.customLists) {
    const old = current.customLists.find(each => keyOf(each.name) === keyOf(list.name))
    const id = old && current.listIds.get(old)
    const file = await acceptFile(new TextEncoder().encode(list.csv), `${list.name}.csv`)
    if (id === undefined)
      await createList(
        trx,
        editor,
        { id: importer.ports.newId(), name: list.name, description: list.description },
        file,
      )
    else {
      if (old?.csv !== list.csv) await replaceList(trx, editor, { listId: id, baseVersion: null }, file)
      await describeList(trx, editor, id, list.description)
    }
  }
  await importSourceLists(trx, importer, current, wanted)
  for (const { name, entries } of wanted.supportLists) {
    const list = supportListOf(name)
    if (list === null) continue
    await saveEntries(
      trx,
      editor,
      list,
      entries.map(({ expires, ...entry }) => ({ ...entry, expiresAt: expires === null ? null : new Date(expires) })),
    )
    const keyIn = supportKeyOf(name)
    const kept = new Set(entries.map(entry => keyIn(entry.value)))
    const gone =
      current.supportLists
        .find(each => keyOf(each.name) === keyOf(name))
        ?.entries.filter(entry => !kept.has(keyIn(entry.value))) ?? []
    if (prune && gone.length > 0)
      await removeEntries(
        trx,
        editor,
        list,
        gone.map(entry => entry.value),
        '',
      )
  }
  if (!prune) return
  const gone = [
    ...goneOf(current.customLists, wanted.customLists).map(list => current.listIds.get(list) ?? ''),
    ...goneOf(current.sourceLists, wanted.sourceLists).map(list => current.sourceIds.get(list)?.id ?? ''),
  ]
  for (const id of gone) requireUnused(await removeLists(trx, editor, [id]), [id])
}
