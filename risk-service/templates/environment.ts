import type { Kysely } from 'kysely'
import { createAssessment, recordNewAssessment, requireSoundAssessment } from '../assessments/create.ts'
import { asAssessment, definitionsIn, newAssessment } from '../assessments/definition.ts'
import { checkCallsOf, checkListsOf, environmentOf } from '../config/checks.ts'
import { type EnvironmentConfig, emptyConfig } from '../config/model.ts'
import { keyOf } from '../config/plan.ts'
import { folderBook, resourcesAfter } from '../config/resource-checks.ts'
import { inSteps, type TemplateProblem } from '../contract/index.ts'
import { assessmentsWith } from '../engine/assessments.ts'
import type { CallBook } from '../engine/calls/book.ts'
import { checkBody } from '../engine/evaluate.ts'
import type { OwnAssessment } from '../engine/own-assessment.ts'
import type { ResourceBook } from '../engine/resource-book.ts'
import { checkFunction, checkVelocitySet } from '../engine/resource-check.ts'
import type { VelocityAssessments } from '../engine/velocity-events.ts'
import type { EnvironmentTree } from '../environments/tree.ts'
import { rootOf, targetsFrom } from '../external-assessments/targets.ts'
import { lackingSecrets, requireSoundCall } from '../external-calls/validate.ts'
import type { CheckEnvironment, FunctionScopes } from '../fql/index.ts'
import type { RuleEngine } from '../session/base.ts'
import type { Database } from '../store/schema.ts'
import { partOfRule } from './contents.ts'
import type { EnvironmentContent } from './model.ts'
import { type About, finding, ofText, problemsOf } from './problems.ts'

/** Where an environment would be made; `parentId` null: as a root. */
export interface NewPlace {
  parentId: string | null
  tree: EnvironmentTree
  engine: Pick<RuleEngine, 'resources'>
  calls: Pick<CallBook, 'problemOf'>
}
type Db = Kysely<Database>

/** One line with the columns of a list, as its file begins. */
const headerOf = (columns: readonly string[]): string =>
  `${columns.map(name => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')}\n`

/** What an environment would decide by. Lists of files have their columns, and no rows yet. */
export function configOf(content: EnvironmentContent): EnvironmentConfig {
  const { settings, rules, velocitySets, functions, externalCalls, externalAssessments, lists } = content
  return {
    ...emptyConfig(),
    settings: settings as EnvironmentConfig['settings'],
    rules,
    velocitySets,
    functions,
    externalCalls,
    externalAssessments,
    customLists: lists.flatMap(({ name, description, columns, connection }) =>
      connection ? [] : [{ name, description, csv: headerOf(columns) }],
    ),
    sourceLists: lists.flatMap(({ name, description, columns, connection }) =>
      connection ? [{ name, description, columns, connection }] : [],
    ),
  }
}

/**
 * Everything that keeps an environment from being made of a template: what its texts name and nobody has, and what a
 * parent has already. Warnings tell what is to be entered afterwards.
 */
export async function checkEnvironment(
  db: Db,
  place: NewPlace,
  content: EnvironmentContent,
): Promise<TemplateProblem[]> {
  const { parentId, tree, engine } = place
  const config = configOf(content)
  const above = parentId === null ? [] : (await definitionsIn(db, rootOf(tree, parentId))).definitions
  const own: OwnAssessment[] = [...above, ...(parentId === null ? content.assessments : [])].map(each =>
    asAssessment(each, ''),
  )
  const assessments = assessmentsWith(own)
  const lists = checkListsOf(emptyConfig(), config, true)
  const calls = checkCallsOf(emptyConfig(), config, true)
  const book = folderBook('', resourcesAfter(emptyConfig(), config, true), {
    assessments,
    lists,
    calls,
    ...inheritedBy(engine, parentId),
  })
  const problems: TemplateProblem[] = [
    ...assessmentProblems(
      content,
      parentId,
      above.map(({ apiName }) => apiName),
    ),
    ...callProblems(place, content),
    ...listProblems(content),
    ...(await pointerProblems(db, place, content, own)),
  ]
  problems.push(...(await inSteps(textProblems(content, config, { assessments, lists, book }))))
  return problems
}

/**
 * What is wrong with the texts of rules, velocity sets and functions. Gives way after each: there may be ten thousand.
 */
function* textProblems(
  content: EnvironmentContent,
  config: EnvironmentConfig,
  {
    assessments,
    lists,
    book,
  }: { assessments: VelocityAssessments; lists: NonNullable<CheckEnvironment['lists']>; book: ResourceBook },
): Generator<undefined, TemplateProblem[]> {
  const problems: TemplateProblem[] = []
  const errors = (about: About, found: Parameters<typeof ofText>[1][]): void =>
    void problems.push(...found.filter(({ severity }) => severity === 'error').map(each => ofText(about, each)))
  for (const rule of config.rules) {
    const about = { part: partOfRule(rule.type === 'postDecision' ? 'postDecision' : 'decision'), name: rule.body.name }
    const check = environmentOf(rule, { environmentId: '', assessments, queues: [] }, lists, book)
    if (check === null) problems.push(finding('error', about, 'noAssessment', { target: rule.assessment }))
    else errors(about, checkBody(rule.body, check))
    yield
  }
  for (const key of Object.keys(content.settings))
    if (assessments.find('', key) === null)
      problems.push(finding('error', { part: 'settings', name: key }, 'noAssessment', { target: key }))
  for (const { body } of config.velocitySets) {
    errors(
      { part: 'velocitySet', name: body.name },
      checkVelocitySet(book, { environmentId: '', id: keyOf(body.name), body }),
    )
    yield
  }
  for (const body of config.functions) {
    const about = { part: 'function' as const, name: body.name }
    errors(
      about,
      checkFunction(book, { environmentId: '', id: keyOf(body.name), body }).map(each => ({
        ...each,
        clause: each.property === null ? null : (body.properties[each.property]?.name ?? null),
      })),
    )
    yield
  }
  return problems
}

function assessmentProblems(
  { assessments }: EnvironmentContent,
  parentId: string | null,
  above: readonly string[],
): TemplateProblem[] {
  return assessments.flatMap(definition => {
    const about = { part: 'assessment' as const, name: definition.friendlyName }
    if (above.some(name => keyOf(name) === keyOf(definition.apiName))) return [finding('error', about, 'exists')]
    if (parentId !== null) return [finding('error', about, 'rootOnly')]
    try {
      requireSoundAssessment(
        newAssessment(definition, { id: '', environmentId: '', author: { id: '', name: '' } }),
        definition.schema,
      )
      return []
    } catch (error) {
      return refusalAs(about, error)
    }
  })
}

function callProblems({ calls }: NewPlace, { externalCalls }: EnvironmentContent): TemplateProblem[] {
  return externalCalls.flatMap(call => {
    const about = { part: 'externalCall' as const, name: call.name }
    try {
      requireSoundCall(call, url => calls.problemOf(url))
    } catch (error) {
      return refusalAs(about, error)
    }
    return lackingSecrets(call, null).length > 0 ? [finding('warning', about, 'secret')] : []
  })
}

/** Where its rows are is part of a template, and the connection string is not. */
const listProblems = ({ lists }: EnvironmentContent): TemplateProblem[] =>
  lists.flatMap(({ name, connection }) =>
    connection && 'kept' in connection.secret ? [finding('warning', { part: 'list', name }, 'secret')] : [],
  )

async function pointerProblems(
  db: Db,
  { parentId, tree }: NewPlace,
  { externalAssessments }: EnvironmentContent,
  own: readonly OwnAssessment[],
): Promise<TemplateProblem[]> {
  if (externalAssessments.length === 0) return []
  const root = parentId === null ? null : rootOf(tree, parentId)
  const callable = (await targetsFrom(db, tree, root ?? '')).filter(
    ({ sharing, environmentId }) => sharing === 'shared' || environmentId === root,
  )
  return externalAssessments.flatMap(({ name, target: { assessment, environment } }) => {
    const found =
      environment === undefined
        ? own.some(({ apiName }) => apiName === assessment)
        : callable.some(
            each =>
              each.eventType === assessment &&
              [each.environmentId, tree.get(each.environmentId)?.name].some(
                known => known !== undefined && keyOf(known) === keyOf(environment),
              ),
          )
    return found ? [] : [finding('error', { part: 'externalAssessment', name }, 'noTarget', { target: assessment })]
  })
}

function refusalAs(about: About, error: unknown): TemplateProblem[] {
  const problems = problemsOf(about, error)
  if (problems === null) throw error
  return problems
}

/** Functions that a child of an environment can call. */
function inheritedBy(
  { resources }: Pick<RuleEngine, 'resources'>,
  parentId: string | null,
): { inherited?: FunctionScopes } {
  if (parentId === null) return {}
  const { own = new Map(), root, environments } = resources.check(parentId).functions ?? {}
  return {
    inherited: {
      root: root ?? own,
      parent: own,
      environments: new Map([...(environments ?? []), [parentId.toLowerCase(), own]]),
    },
  }
}

/**
 * Makes the assessments of a template in a root environment; those that are there already were made by an earlier
 * attempt.
 */
export async function makeAssessments(
  db: Db,
  maker: Parameters<typeof recordNewAssessment>[1],
  { assessments }: EnvironmentContent,
  environmentId: string,
): Promise<void> {
  const there = (await definitionsIn(db, environmentId)).definitions.map(({ apiName }) => apiName)
  for (const definition of assessments) {
    if (there.includes(definition.apiName)) continue
    const { id, name } = maker.principal
    const made = newAssessment(definition, { id: maker.ports.newId(), environmentId, author: { id, name } })
    await createAssessment(db, made, trx => recordNewAssessment(trx, maker, made))
  }
}
