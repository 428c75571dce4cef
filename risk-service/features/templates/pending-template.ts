import type { CreateEnvironment } from '../../contract/environments/environment-inputs.ts'
import { allows } from '../../contract/index.ts'
import { AccessError, authorize, tenantLevel } from '../../kernel/access/authorize.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import type { PendingTemplate } from './apply-template.ts'
import { checkEnvironment, type TargetEnvironment } from './environment-template.ts'
import { findTemplate } from './store.ts'
import { parseTemplateFile, type Snapshot } from './template-file.ts'
import { libraryIds, openTemplate } from './templates.ts'

/**
 * Returns the template of a new environment; null without one. An application that is certain to fail is refused before
 * anything is created.
 * @throws AccessError, NotFoundError, ValidationError with every problem
 */
export async function resolveCreationTemplate(
  context: Pick<ConsoleContext, 'db' | 'tree' | 'engine' | 'calls' | 'principal'>,
  { parentId, template, templateFile }: Pick<CreateEnvironment, 'parentId' | 'template' | 'templateFile'>,
): Promise<PendingTemplate | null> {
  const { db, tree, principal } = context
  if (template === undefined && templateFile === undefined) return null
  // A child uses its parent's library; a root that of the environment in the request.
  const library = parentId ?? template?.environmentId ?? null
  if (library !== null) authorize(principal, library, 'templates.environment', 'read', tree)
  else if (!allows(tenantLevel(principal, 'templates.environment'), 'read'))
    throw new AccessError('forbidden', 'templates.environment', 'read')
  const snapshot =
    template !== undefined && library !== null
      ? await openTemplate(db, { environmentId: library, tree }, 'environment', template.templateId)
      : templateFile === undefined
        ? null
        : await parseTemplateFile(templateFile, 'environment')
  return snapshot && requireApplicable({ ...context, parentId }, context, snapshot)
}

/** Returns a template of a parent's library, for applications; null without one. @throws ValidationError */
export async function findParentTemplate(
  context: Pick<ConsoleContext, 'db' | 'tree' | 'engine' | 'calls'>,
  parentId: string,
  templateId: string,
): Promise<PendingTemplate | null> {
  const { db, tree } = context
  if (
    !/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(templateId) ||
    !(await findTemplate(db, libraryIds({ environmentId: parentId, tree }), 'environment', templateId))
  )
    return null
  return requireApplicable(
    { ...context, parentId },
    context,
    await openTemplate(db, { environmentId: parentId, tree }, 'environment', templateId),
  )
}

async function requireApplicable(
  place: TargetEnvironment,
  { db }: Pick<ConsoleContext, 'db'>,
  { name, content }: Snapshot<'environment'>,
): Promise<PendingTemplate> {
  const faults = (await checkEnvironment(db, place, content)).filter(({ severity }) => severity === 'error')
  if (faults.length === 0) return { template: name, content }
  const issues = faults
    .slice(0, 100)
    .map(fault => ({ path: ['template', fault.part, fault.name], message: fault.message }))
  throw new ValidationError(
    ['template'],
    `The template cannot be used here: ${faults[0]?.name ?? ''}: ${faults[0]?.message ?? ''}`,
    { issues },
  )
}
