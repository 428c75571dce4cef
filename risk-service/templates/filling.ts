import { AccessError, authorize, tenantLevel } from '../access/authorize.ts'
import type { CreateEnvironment } from '../contract/environments.ts'
import { allows } from '../contract/index.ts'
import type { ConsoleContext } from '../session/base.ts'
import { RefusedValue } from '../session/refusals.ts'
import { checkEnvironment, type NewPlace } from './environment.ts'
import { readFile, type Snapshot } from './file.ts'
import type { Filling } from './fill.ts'
import { findTemplate } from './store.ts'
import { libraryOf, openTemplate } from './templates.ts'

/**
 * What a new environment starts as; null without a template. Whatever is certain to fail is refused before anything is
 * made.
 * @throws AccessError, Missing, RefusedValue with every problem
 */
export async function fillingFor(
  context: Pick<ConsoleContext, 'db' | 'tree' | 'engine' | 'calls' | 'principal'>,
  { parentId, template, templateFile }: Pick<CreateEnvironment, 'parentId' | 'template' | 'templateFile'>,
): Promise<Filling | null> {
  const { db, tree, principal } = context
  if (template === undefined && templateFile === undefined) return null
  // A child takes from its parent's library; a root from that of the environment that is named.
  const library = parentId ?? template?.environmentId ?? null
  if (library !== null) authorize(principal, library, 'templates.environment', 'read', tree)
  else if (!allows(tenantLevel(principal, 'templates.environment'), 'read'))
    throw new AccessError('forbidden', 'templates.environment', 'read')
  const snapshot =
    template !== undefined && library !== null
      ? await openTemplate(db, { environmentId: library, tree }, 'environment', template.templateId)
      : templateFile === undefined
        ? null
        : await readFile(templateFile, 'environment')
  return snapshot && sound({ ...context, parentId }, context, snapshot)
}

/** A template of a parent's library, for applications; null when there is none. @throws RefusedValue */
export async function fillingBelow(
  context: Pick<ConsoleContext, 'db' | 'tree' | 'engine' | 'calls'>,
  parentId: string,
  templateId: string,
): Promise<Filling | null> {
  const { db, tree } = context
  if (
    !/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(templateId) ||
    !(await findTemplate(db, libraryOf({ environmentId: parentId, tree }), 'environment', templateId))
  )
    return null
  return sound(
    { ...context, parentId },
    context,
    await openTemplate(db, { environmentId: parentId, tree }, 'environment', templateId),
  )
}

async function sound(
  place: NewPlace,
  { db }: Pick<ConsoleContext, 'db'>,
  { name, content }: Snapshot<'environment'>,
): Promise<Filling> {
  const faults = (await checkEnvironment(db, place, content)).filter(({ severity }) => severity === 'error')
  if (faults.length === 0) return { template: name, content }
  const issues = faults
    .slice(0, 100)
    .map(fault => ({ path: ['template', fault.part, fault.name], message: fault.message }))
  throw new RefusedValue(
    ['template'],
    `The template cannot be used here: ${faults[0]?.name ?? ''}: ${faults[0]?.message ?? ''}`,
    { issues },
  )
}
