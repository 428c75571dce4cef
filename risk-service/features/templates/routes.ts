import type { Capability } from '../../contract/index.ts'
import { type TemplateKind, templateLimits } from '../../contract/templates/template-definitions.ts'
import { authorize } from '../../kernel/access/authorize.ts'
import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { loadDefinitions } from '../assessments/assessment-definition.ts'
import { requireBranch } from '../rules/branches/branches.ts'
import { ruleReaderOf } from '../rules/routes/action-context.ts'
import { checkAssessment, createAssessmentFromTemplate } from './assessment-template.ts'
import { composeAssessment, composeEnvironment, composeRule } from './compose.ts'
import { contentsOf } from './contents.ts'
import { checkEnvironment } from './environment-template.ts'
import { adaptRule, createRuleFromTemplate } from './rule-template.ts'
import { fileOf, parseTemplateFile, type Snapshot } from './template-file.ts'
import {
  listTemplates,
  openTemplate,
  removeTemplate,
  requireTemplate,
  saveTemplate,
  toTemplate,
  updateTemplate,
} from './templates.ts'

/** Checks that the source of a template is readable, or the target of one writable. */
function authorizeAlso(
  { principal, tree }: EnvironmentCallContext,
  environmentId: string,
  level: 'read' | 'write',
  capabilities: readonly Capability[],
): void {
  for (const capability of capabilities) authorize(principal, environmentId, capability, level, tree)
}
const environmentTemplateCapabilities: readonly Capability[] = [
  'rules',
  'velocities',
  'functions',
  'externalcalls',
  'externalassessments',
  'lists.custom',
  'assessments',
]

/** Loads a template of the library, or parses the file in the request. */
async function loadGivenTemplate<Kind extends TemplateKind>(
  context: EnvironmentCallContext,
  kind: Kind,
  {
    environmentId,
    templateId,
    file,
  }: { environmentId: string; templateId?: string | undefined; file?: File | undefined },
): Promise<Snapshot<Kind>> {
  if (templateId !== undefined) return openTemplate(context.db, { environmentId, tree: context.tree }, kind, templateId)
  if (file === undefined) throw new ValidationError(['templateId'], 'Name a template, or send a file.')
  return parseTemplateFile(file, kind)
}

const saveSnapshot = async (context: EnvironmentCallContext, environmentId: string, id: string, snapshot: Snapshot) => {
  const editor = actionContextOf(context, environmentId)
  return toTemplate(await context.db.transaction().execute(trx => saveTemplate(trx, editor, id, snapshot)), editor)
}
const summary = ({ name, description, source }: Snapshot, problems: { severity: 'error' | 'warning' }[]) => ({
  name,
  description,
  source,
  problems,
  blocked: problems.some(({ severity }) => severity === 'error'),
})

type Shared = 'list' | 'get' | 'download' | 'add' | 'describe' | 'remove'
/**
 * The procedures that every kind has. They have the same form for all kinds, so that the types of one serve for all.
 */
const library = (area: Pick<typeof procedures.ruleTemplates, Shared>, kind: TemplateKind) => ({
  list: area.list.use(inEnvironment).handler(async ({ context, input: { environmentId } }) => {
    const templates = await listTemplates(context.db, { environmentId, tree: context.tree }, kind)
    return { templates, used: templates.filter(({ inherited }) => !inherited).length, limit: templateLimits[kind] }
  }),
  get: area.get.use(inEnvironment).handler(async ({ context, input: { environmentId, templateId } }) => {
    const place = { environmentId, tree: context.tree }
    const [row, snapshot] = [
      await requireTemplate(context.db, place, kind, templateId),
      await openTemplate(context.db, place, kind, templateId),
    ]
    return { ...toTemplate(row, place), contents: contentsOf(snapshot) }
  }),
  download: area.download
    .use(inEnvironment)
    .handler(async ({ context, input }) =>
      fileOf(
        await openTemplate(
          context.db,
          { environmentId: input.environmentId, tree: context.tree },
          kind,
          input.templateId,
        ),
      ),
    ),
  add: area.add
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId, templateId, name, description, file } }) =>
      saveSnapshot(context, environmentId, templateId, { ...(await parseTemplateFile(file, kind)), name, description }),
    ),
  describe: area.describe.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    return toTemplate(await context.db.transaction().execute(trx => updateTemplate(trx, editor, kind, input)), editor)
  }),
  remove: area.remove.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    return {
      deleted: await context.db.transaction().execute(trx => removeTemplate(trx, editor, kind, input.templateId)),
    }
  }),
})

/** Creates a template as it would be stored under a name. */
async function createFromTemplate<Kind extends TemplateKind>(
  kind: Kind,
  composed: Promise<{ source: string; content: Snapshot<Kind>['content'] }>,
  named: { name: string; description: string },
): Promise<Snapshot<Kind>> {
  return { kind, ...named, ...(await composed) }
}
const preview = async <Kind extends TemplateKind>(
  kind: Kind,
  composed: Promise<{ source: string; content: Snapshot<Kind>['content'] }>,
) => {
  const snapshot = await createFromTemplate(kind, composed, { name: '', description: '' })
  return { source: snapshot.source, contents: contentsOf(snapshot as Snapshot) }
}

const ruleSource = (
  context: EnvironmentCallContext,
  { environmentId, ruleId }: { environmentId: string; ruleId: string },
) => {
  authorizeAlso(context, environmentId, 'read', ['rules'])
  return composeRule(context.db, ruleReaderOf(context, environmentId), context.engine, ruleId)
}
const rule = procedures.ruleTemplates
export const ruleTemplateRoutes = {
  ...library(rule, 'rule'),
  compose: rule.compose.use(inEnvironment).handler(({ context, input }) => preview('rule', ruleSource(context, input))),
  export: rule.export.use(inEnvironment).handler(async ({ context, input }) =>
    fileOf(
      await createFromTemplate('rule', ruleSource(context, input), {
        name: input.name,
        description: input.description,
      }),
    ),
  ),
  create: rule.create.use(inEnvironment).handler(async ({ context, input }) =>
    saveSnapshot(
      context,
      input.environmentId,
      input.templateId,
      await createFromTemplate('rule', ruleSource(context, input), {
        name: input.name,
        description: input.description,
      }),
    ),
  ),
  check: rule.check.use(inEnvironment).handler(async ({ context, input }) => {
    const snapshot = await loadGivenTemplate(context, 'rule', input)
    const { body, problems } = await adaptRule(context.engine, input.environmentId, input.eventType, snapshot.content)
    return { ...summary(snapshot, problems), contents: contentsOf(snapshot), problems, blocked: body === null }
  }),
  use: rule.use.use(inEnvironment).handler(async ({ context, input }) => {
    const { content } = await loadGivenTemplate(context, 'rule', input)
    authorizeAlso(context, input.environmentId, 'write', ['rules'])
    await requireBranch(context.db, input.environmentId, input.eventType, input.branch)
    return createRuleFromTemplate(actionContextOf(context, input.environmentId), { ...input, content })
  }),
}

const assessmentSource = (
  context: EnvironmentCallContext,
  { environmentId, eventType }: { environmentId: string; eventType: string },
) => {
  authorizeAlso(context, environmentId, 'read', ['assessments', 'rules'])
  return composeAssessment(context.db, environmentId, eventType)
}
const assessment = procedures.assessmentTemplates
export const assessmentTemplateRoutes = {
  ...library(assessment, 'assessment'),
  sources: assessment.sources.use(inEnvironment).handler(async ({ context, input }) =>
    (await loadDefinitions(context.db, input.environmentId)).definitions.map(({ apiName, friendlyName }) => ({
      eventType: apiName,
      name: friendlyName,
    })),
  ),
  compose: assessment.compose
    .use(inEnvironment)
    .handler(({ context, input }) => preview('assessment', assessmentSource(context, input))),
  export: assessment.export.use(inEnvironment).handler(async ({ context, input }) =>
    fileOf(
      await createFromTemplate('assessment', assessmentSource(context, input), {
        name: input.name,
        description: input.description,
      }),
    ),
  ),
  create: assessment.create.use(inEnvironment).handler(async ({ context, input }) =>
    saveSnapshot(
      context,
      input.environmentId,
      input.templateId,
      await createFromTemplate('assessment', assessmentSource(context, input), {
        name: input.name,
        description: input.description,
      }),
    ),
  ),
  check: assessment.check.use(inEnvironment).handler(async ({ context, input }) => {
    const snapshot = await loadGivenTemplate(context, 'assessment', input)
    const problems = await checkAssessment(context.db, context.engine, input.environmentId, snapshot.content)
    const { apiName, friendlyName } = snapshot.content.definition
    // Parts that lack something are left out; the rest is created.
    return {
      ...summary(snapshot, problems),
      contents: contentsOf(snapshot),
      problems,
      blocked: context.tree.get(input.environmentId)?.parentId !== null,
      apiName,
      friendlyName,
    }
  }),
  use: assessment.use.use(inEnvironment).handler(async ({ context, input }) => {
    const { content } = await loadGivenTemplate(context, 'assessment', input)
    authorizeAlso(context, input.environmentId, 'write', ['assessments', 'rules'])
    const maker = actionContextOf(context, input.environmentId)
    return { eventType: input.apiName, outcome: await createAssessmentFromTemplate(maker, { ...input, content }) }
  }),
}

const environmentSource = (context: EnvironmentCallContext, environmentId: string) => {
  authorizeAlso(context, environmentId, 'read', environmentTemplateCapabilities)
  return composeEnvironment(context.db, context.tree, environmentId, context.ports.clock())
}
const environment = procedures.environmentTemplates
export const environmentTemplateRoutes = {
  ...library(environment, 'environment'),
  compose: environment.compose
    .use(inEnvironment)
    .handler(({ context, input }) => preview('environment', environmentSource(context, input.environmentId))),
  export: environment.export.use(inEnvironment).handler(async ({ context, input }) =>
    fileOf(
      await createFromTemplate('environment', environmentSource(context, input.environmentId), {
        name: input.name,
        description: input.description,
      }),
    ),
  ),
  create: environment.create.use(inEnvironment).handler(async ({ context, input }) =>
    saveSnapshot(
      context,
      input.environmentId,
      input.templateId,
      await createFromTemplate('environment', environmentSource(context, input.environmentId), {
        name: input.name,
        description: input.description,
      }),
    ),
  ),
  check: environment.check.use(inEnvironment).handler(async ({ context, input }) => {
    const snapshot = await loadGivenTemplate(context, 'environment', input)
    const problems = await checkEnvironment(
      context.db,
      {
        parentId: input.root ? null : input.environmentId,
        tree: context.tree,
        engine: context.engine,
        calls: context.calls,
      },
      snapshot.content,
    )
    return {
      ...summary(snapshot, problems),
      contents: contentsOf(snapshot),
      problems,
      environment: snapshot.content.environment,
    }
  }),
}
