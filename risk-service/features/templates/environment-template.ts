import { runInSlices, type TemplateIssue } from '../../contract/index.ts'
import { createAssessmentLookup } from '../../engine/assessment-types/assessment-registry.ts'
import type { TenantAssessment } from '../../engine/assessments/tenant-assessment.ts'
import type { CallRegistry } from '../../engine/calls/types.ts'
import {
  checkFunctionInSteps,
  checkVelocitySetInSteps,
  functionCheckEnvironment,
  namesOfVelocitySet,
} from '../../engine/resources/check-resources.ts'
import type { ResourceRegistry } from '../../engine/resources/types.ts'
import type { VelocityAssessmentLookup } from '../../engine/resources/velocity-events.ts'
import { checkRuleBodyInSteps } from '../../engine/rules/evaluate-rule.ts'
import type { CheckEnvironment, FunctionScopes } from '../../fql/index.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { type EnvironmentTree, rootIdOf } from '../../kernel/environments/environment-tree.ts'
import type { Db } from '../../ports/database.ts'
import { loadDefinitions, toNewAssessment, toTenantAssessment } from '../assessments/assessment-definition.ts'
import { assertValidAssessment, createAssessment, recordNewAssessment } from '../assessments/create-assessment.ts'
import { checkCallsOf, checkListsOf, createCheckEnvironmentOf } from '../configuration/checks/check-environment.ts'
import { createFolderRegistry, mergeResources } from '../configuration/checks/resource-checks.ts'
import { type EnvironmentConfig, emptyConfig, nameKey } from '../configuration/model.ts'
import { loadTargets } from '../external-assessments/targets.ts'
import { assertValidCall, findMissingSecrets } from '../external-calls/validate-call.ts'
import { partOfRule } from './contents.ts'
import type { EnvironmentContent } from './model.ts'
import { createTemplateIssue, issueOfText, issuesOfError, type TemplatePartReference } from './template-problems.ts'

/** Place of the new environment; `parentId` null: as a root. */
export interface TargetEnvironment {
  parentId: string | null
  tree: EnvironmentTree
  engine: Pick<RuleEngine, 'resources'>
  calls: Pick<CallRegistry, 'addressIssue'>
}
/** Returns the header line of a list file with these columns. */
const headerOf = (columns: readonly string[]): string =>
  `${columns.map(name => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')}\n`

/** Returns the configuration of the new environment. Lists with files have their columns, and no rows yet. */
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
 * Returns everything that prevents the creation of an environment from a template: names in its texts that nothing has,
 * and resources that a parent has already. Warnings list what is to be entered afterwards.
 */
export async function checkEnvironment(
  db: Db,
  target: TargetEnvironment,
  content: EnvironmentContent,
): Promise<TemplateIssue[]> {
  const { parentId, tree, engine } = target
  const config = configOf(content)
  const above = parentId === null ? [] : (await loadDefinitions(db, rootIdOf(tree, parentId))).definitions
  const own: TenantAssessment[] = [...above, ...(parentId === null ? content.assessments : [])].map(each =>
    toTenantAssessment(each, ''),
  )
  const assessments = createAssessmentLookup(own)
  const lists = checkListsOf(emptyConfig(), config, true)
  const calls = checkCallsOf(emptyConfig(), config, true)
  const book = createFolderRegistry('', mergeResources(emptyConfig(), config, true), {
    assessments,
    lists,
    calls,
    ...loadInheritedFunctions(engine, parentId),
  })
  const problems: TemplateIssue[] = [
    ...findAssessmentIssues(
      content,
      parentId,
      above.map(({ apiName }) => apiName),
    ),
    ...findCallIssues(target, content),
    ...findListIssues(content),
    ...(await findPointerIssues(db, target, content, own)),
  ]
  problems.push(...(await runInSlices(textProblems(content, config, { assessments, lists, book }))))
  return problems
}

/**
 * Returns the faults in the texts of rules, velocity sets and functions. Yields after each: their number may be ten
 * thousand.
 */
function* textProblems(
  content: EnvironmentContent,
  config: EnvironmentConfig,
  {
    assessments,
    lists,
    book,
  }: { assessments: VelocityAssessmentLookup; lists: NonNullable<CheckEnvironment['lists']>; book: ResourceRegistry },
): Generator<undefined, TemplateIssue[]> {
  const problems: TemplateIssue[] = []
  const errors = (about: TemplatePartReference, found: Parameters<typeof issueOfText>[1][]): void =>
    void problems.push(...found.filter(({ severity }) => severity === 'error').map(each => issueOfText(about, each)))
  for (const rule of config.rules) {
    const about = { part: partOfRule(rule.type === 'postDecision' ? 'postDecision' : 'decision'), name: rule.body.name }
    const check = createCheckEnvironmentOf(rule, { environmentId: '', assessments, queues: [] }, lists, book)
    if (check === null) problems.push(createTemplateIssue('error', about, 'noAssessment', { target: rule.assessment }))
    else errors(about, yield* checkRuleBodyInSteps(rule.body, check))
    yield
  }
  for (const key of Object.keys(content.settings))
    if (assessments.find('', key) === null)
      problems.push(createTemplateIssue('error', { part: 'settings', name: key }, 'noAssessment', { target: key }))
  for (const { body } of config.velocitySets) {
    const names = namesOfVelocitySet(book, { environmentId: '', id: nameKey(body.name), body })
    errors({ part: 'velocitySet', name: body.name }, yield* checkVelocitySetInSteps(names, body))
    yield
  }
  for (const body of config.functions) {
    const about = { part: 'function' as const, name: body.name }
    const names = functionCheckEnvironment(book, { environmentId: '', id: nameKey(body.name), body })
    errors(
      about,
      (yield* checkFunctionInSteps(names, body)).map(each => ({
        ...each,
        clause: each.property === null ? null : (body.properties[each.property]?.name ?? null),
      })),
    )
    yield
  }
  return problems
}

function findAssessmentIssues(
  { assessments }: EnvironmentContent,
  parentId: string | null,
  above: readonly string[],
): TemplateIssue[] {
  return assessments.flatMap(definition => {
    const about = { part: 'assessment' as const, name: definition.friendlyName }
    if (above.some(name => nameKey(name) === nameKey(definition.apiName)))
      return [createTemplateIssue('error', about, 'exists')]
    if (parentId !== null) return [createTemplateIssue('error', about, 'rootOnly')]
    try {
      assertValidAssessment(
        toNewAssessment(definition, { id: '', environmentId: '', author: { id: '', name: '' } }),
        definition.schema,
      )
      return []
    } catch (error) {
      return issuesOrThrow(about, error)
    }
  })
}

function findCallIssues({ calls }: TargetEnvironment, { externalCalls }: EnvironmentContent): TemplateIssue[] {
  return externalCalls.flatMap(call => {
    const about = { part: 'externalCall' as const, name: call.name }
    try {
      assertValidCall(call, url => calls.addressIssue(url))
    } catch (error) {
      return issuesOrThrow(about, error)
    }
    return findMissingSecrets(call, null).length > 0 ? [createTemplateIssue('warning', about, 'secret')] : []
  })
}

/** The source of a list's rows is part of a template, and the connection string is not. */
const findListIssues = ({ lists }: EnvironmentContent): TemplateIssue[] =>
  lists.flatMap(({ name, connection }) =>
    connection && 'kept' in connection.secret ? [createTemplateIssue('warning', { part: 'list', name }, 'secret')] : [],
  )

async function findPointerIssues(
  db: Db,
  { parentId, tree }: TargetEnvironment,
  { externalAssessments }: EnvironmentContent,
  own: readonly TenantAssessment[],
): Promise<TemplateIssue[]> {
  if (externalAssessments.length === 0) return []
  const root = parentId === null ? null : rootIdOf(tree, parentId)
  const callable = (await loadTargets(db, tree, root ?? '')).filter(
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
                label => label !== undefined && nameKey(label) === nameKey(environment),
              ),
          )
    return found
      ? []
      : [createTemplateIssue('error', { part: 'externalAssessment', name }, 'noTarget', { target: assessment })]
  })
}

function issuesOrThrow(about: TemplatePartReference, error: unknown): TemplateIssue[] {
  const problems = issuesOfError(about, error)
  if (problems === null) throw error
  return problems
}

/** Loads the functions that a child of an environment can call. */
function loadInheritedFunctions(
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

/** Creates the assessments of a template in a root environment; existing ones were created by an earlier attempt. */
export async function createAssessments(
  db: Db,
  maker: Parameters<typeof recordNewAssessment>[1],
  { assessments }: EnvironmentContent,
  environmentId: string,
): Promise<void> {
  const existing = (await loadDefinitions(db, environmentId)).definitions.map(({ apiName }) => apiName)
  for (const definition of assessments) {
    if (existing.includes(definition.apiName)) continue
    const { id, name } = maker.principal
    const created = toNewAssessment(definition, { id: maker.ports.newId(), environmentId, author: { id, name } })
    await createAssessment(db, created, trx => recordNewAssessment(trx, maker, created))
  }
}
